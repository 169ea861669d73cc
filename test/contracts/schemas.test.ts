import { Ajv, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import {
  api,
  operations,
  renderOpenApi,
  unknownMembers,
  type Operation,
} from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

/** Ajv in strict mode. Formats are ignored, because the core checks them. */
const strict = { strict: true, validateFormats: false } as const;

const requestSchemas = ({ params, query, headers, body }: Operation): readonly TSchema[] =>
  [params, query, headers, body?.schema].filter((schema) => schema !== undefined);

const check = (schema: TSchema | undefined): ValidateFunction => new Ajv(strict).compile(schema!);

test('every schema of a request compiles on its own under strict Ajv', () => {
  const schemas = operations.flatMap(([, operation]) => requestSchemas(operation));
  expect(schemas.length).toBeGreaterThan(40);
  for (const schema of schemas) expect(() => check(schema)).not.toThrow();
});

test('all schemas of one request side compile in one Ajv instance', () => {
  const ajv = new Ajv(strict);
  for (const [, operation] of operations) {
    for (const schema of requestSchemas(operation)) expect(() => ajv.compile(schema)).not.toThrow();
  }
});

test('every schema of a request accepts unknown members', () => {
  for (const [id, operation] of operations) {
    const text = JSON.stringify(requestSchemas(operation));
    expect(text, id).not.toContain('"additionalProperties":false');
  }
});

const { components, paths } = JSON.parse(JSON.stringify(renderOpenApi('http://localhost')));

/** Validates against a schema of the OpenAPI document, and resolves references to its components. */
const problems = (schema: object, value: unknown): ValidateFunction['errors'] => {
  const ajv = new Ajv(strict).addVocabulary(['components', 'discriminator']);
  const validate = ajv.compile({ ...schema, components });
  return validate(value) ? [] : validate.errors;
};

test('every component of the document is a schema under strict Ajv', () => {
  const named = Object.entries<object>(components.schemas);
  expect(named.length).toBeGreaterThan(20);
  for (const [name, schema] of named) expect(() => problems(schema, {}), name).not.toThrow();
});

test('every example matches its schema', () => {
  let seen = 0;
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('example' in node && 'schema' in node) {
      seen += 1;
      expect(problems(node.schema as object, node.example), path).toEqual([]);
      return;
    }
    for (const [key, child] of Object.entries(node)) visit(child, `${path} ${key}`);
  };
  visit({ components, paths }, '');
  expect(seen).toBeGreaterThan(20);
});

test('a limit is at least 1 and has no maximum, because the core reduces it', () => {
  const accept = check(api.listContent.query);
  expect(accept({ limit: 1, offset: 0 })).toBe(true);
  expect(accept({ limit: 1_000_000 })).toBe(true);
  expect(accept({ limit: 0 })).toBe(false);
  expect(accept({ limit: 1.5 })).toBe(false);
  expect(accept({ limit: '1' })).toBe(false);
});

test('an offset is at most the largest 32-bit integer', () => {
  const accept = check(api.listContent.query);
  expect(accept({ offset: 2 ** 31 - 1 })).toBe(true);
  expect(accept({ offset: 2 ** 31 })).toBe(false);
  expect(accept({ offset: -1 })).toBe(false);
});

test('a status is draft, published or archived', () => {
  const accept = check(api.listCollectionContent.query);
  expect(accept({ status: 'archived' })).toBe(true);
  expect(accept({ status: 'deleted' })).toBe(false);
});

test('new content needs a title, and known members of the right type', () => {
  const accept = check(api.createContent.body.schema);
  const least = { title: '  ' };
  expect(accept(least)).toBe(true);
  expect(accept({ ...least, slug: '', status: 'draft', data: { any: [null] }, more: 1 })).toBe(
    true,
  );
  expect(accept({ collectionId: 'x' })).toBe(false);
  expect(accept({ ...least, collection: 'pages', collectionId: 'x' })).toBe(true);
  expect(accept({ ...least, collection: 1 })).toBe(false);
  expect(accept({ ...least, data: [] })).toBe(false);
  expect(accept({ ...least, data: 'text' })).toBe(false);
  expect(accept({ ...least, slug: null })).toBe(false);
  expect(accept([least])).toBe(false);
});

test('in a change of content, every member is optional', () => {
  const accept = check(api.updateContent.body.schema);
  expect(accept({})).toBe(true);
  expect(accept({ status: 'published' })).toBe(true);
  expect(accept({ status: 'gone' })).toBe(false);
});

test('credentials are strings', () => {
  const accept = check(api.logIn.body.schema);
  expect(accept({ email: 'a@b.example', password: 'secret' })).toBe(true);
  expect(accept({ email: { $gt: '' }, password: 'secret' })).toBe(false);
  expect(accept({ email: 'a@b.example' })).toBe(false);
});

test('the contract accepts any nested collection schema, because the core checks it', () => {
  const accept = check(api.createCollection.body.schema);
  const nest = (depth: number): object => {
    let field: object = { type: 'no such type' };
    for (let level = 0; level < depth; level += 1) field = { type: 'array', items: field };
    return field;
  };
  expect(accept({ name: 'x', schema: { properties: { deep: nest(100_000) } } })).toBe(true);
  expect(accept({ name: 'x', schema: 'text' })).toBe(false);
});

test('the contract names exactly the settings of the installed plugins', async () => {
  const { cms } = await memoryCms();
  const [plugin, ...others] = await cms.plugins.list(operator);
  expect(others).toEqual([]);
  const body = { settings: { ...plugin?.settings, other: 1 } };
  expect([...unknownMembers(api.updatePlugin.body.schema, body)]).toEqual([
    {
      path: ['settings', 'other'],
      known: Object.keys(plugin?.settingsSchema.properties ?? {}),
    },
  ]);
});

test('a batch has 1 to 200 items', () => {
  const accept = check(api.importContent.body.schema);
  const item = { collection: 'pages', title: 'x' };
  expect(accept({ items: [] })).toBe(false);
  expect(accept({ items: Array.from({ length: 200 }, () => item) })).toBe(true);
  expect(accept({ items: Array.from({ length: 201 }, () => item) })).toBe(false);
});
