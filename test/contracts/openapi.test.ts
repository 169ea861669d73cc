import { Type } from 'typebox';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { operations, renderOpenApi } from '../../contracts/index.ts';
import { createSchemaRenderer } from '../../contracts/openapi/openapi-schema.ts';

interface RenderedOperation {
  readonly operationId: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly responses: Readonly<Record<string, object>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const baseUrl = 'https://cms.example.com';

/** The OpenAPI document as clients receive it. */
const read = () => JSON.parse(JSON.stringify(renderOpenApi(baseUrl)));

const findOperation = (id: string): RenderedOperation => {
  const [, operation] = operations.find(([key]) => key === id)!;
  return read().paths[operation.path][operation.method];
};

const documented = operations.filter(([, { isAlias }]) => isAlias !== true);

const every = documented.map(([id]) => [id, findOperation(id)] as const);

test('the document is valid OpenAPI 3.0', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(read());
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.0');
});

test('every reference in the document has a target', () => {
  const document = read();
  const references = JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? [];
  expect(references.length).toBeGreaterThan(operations.length);
  for (const reference of new Set(references)) {
    const [root, ...path] = reference.split('/');
    expect(root).toBe('#');
    expect(
      path.reduce((node, key) => node?.[key], document),
      reference,
    ).toBeTypeOf('object');
  }
});

test('the document contains every operation with a unique id', () => {
  const paths: Record<string, object> = read().paths;
  const ids = Object.values(paths)
    .flatMap((path) => Object.values<RenderedOperation>({ ...path }))
    .map(({ operationId }) => operationId);
  expect(ids.toSorted()).toEqual(documented.map(([id]) => id).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('every operation declares who may call it', () => {
  const schemes = { bearer: [], cookie: [], apiKey: [], csrf: [] };
  for (const [id, { security }] of every) {
    expect(security, id).toBeInstanceOf(Array);
    for (const choice of security) expect(schemes, id).toMatchObject(choice);
  }
});

test('an API token may read what is public, and may not call operations for users', () => {
  const takesToken = (id: string) =>
    findOperation(id).security.some((choice) => 'apiKey' in choice);
  expect(takesToken('listContent')).toBe(true);
  expect(takesToken('listMedia')).toBe(false);
  expect(takesToken('listUsers')).toBe(false);
});

test('a write with the session cookie needs the CSRF token, a read does not', () => {
  expect(findOperation('createContent').security).toContainEqual({ cookie: [], csrf: [] });
  expect(findOperation('getAccount').security).toContainEqual({ cookie: [] });
});

test('every operation declares its error responses', () => {
  for (const [id, { responses }] of every) {
    expect(Object.keys(responses), id).toEqual(expect.arrayContaining(['500', '503']));
  }
});

test('every parameter of a path is declared', () => {
  for (const [id, operation] of documented) {
    const declared = findOperation(id).parameters?.filter((each) => each.in === 'path') ?? [];
    for (const { name } of declared) expect(operation.path).toContain(`{${name}}`);
    expect(declared.length, id).toBe(operation.path.split('{').length - 1);
  }
});

test('error responses contain the error, or a page for operations that return pages', () => {
  expect(findOperation('getContent').responses['404']).toEqual({
    $ref: '#/components/responses/NotFound',
  });
  expect(read().components.responses.NotFound.content).toHaveProperty(['application/json']);
  expect(findOperation('logInByForm').responses['429']).toHaveProperty(['content', 'text/html']);
});

test('the only URL in the document is the given one, besides the license', () => {
  const { info, ...document } = read();
  expect(info.license.url).toMatch(/^https:/);
  expect(document.servers).toEqual([{ url: baseUrl }]);
  expect(JSON.stringify(document).match(/https?:\/\/[^"\s]+/g)).toEqual([baseUrl]);
});

test('a field of a collection contains fields', () => {
  const { Field, Collection } = read().components.schemas;
  expect(Field.properties.items).toEqual({ $ref: '#/components/schemas/Field' });
  expect(Collection.properties.schema).toEqual({ $ref: '#/components/schemas/CollectionSchema' });
});

test('a named schema is referenced by name everywhere, also among alternatives', () => {
  const { ExportLine } = read().components.schemas;
  expect(ExportLine.anyOf).toContainEqual({ $ref: '#/components/schemas/ExportedMedia' });
});

test('schemas that the core checks are documented completely', () => {
  const { requestBody } = read().paths['/api/collections'].post;
  expect(requestBody.content['application/json'].schema.properties.schema).toEqual({
    $ref: '#/components/schemas/CollectionSchema',
  });
});

test('two different schemas cannot have the same title', () => {
  const { render } = createSchemaRenderer();
  render(Type.Object({ a: Type.String() }, { title: 'Twin' }));
  expect(() => render(Type.Object({ a: Type.String() }, { title: 'Twin' }))).not.toThrow();
  expect(() => render(Type.Object({ b: Type.String() }, { title: 'Twin' }))).toThrow('Twin');
});

test('changing one document does not change another', () => {
  const first = renderOpenApi(baseUrl);
  const status = first.components?.schemas?.['ContentStatus'];
  if (status !== undefined && 'enum' in status) status.enum?.push('lost');
  expect(JSON.stringify(first)).toContain('lost');
  expect(JSON.stringify(renderOpenApi(baseUrl))).not.toContain('lost');
});
