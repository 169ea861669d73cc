import { Type } from 'typebox';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { errorCodesOf, operations, renderOpenApi } from '../../contracts/index.ts';
import { fieldTypes } from '../../core/vocabulary.ts';
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

interface Described {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly headers?: Readonly<Record<string, Described>>;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** A response or a header, wherever it is. */
const resolved = (document: unknown, described: Described): Described => {
  const path = described.$ref?.slice('#/'.length).split('/') ?? [];
  const target = path.reduce<unknown>(
    (node, key) => (node as Record<string, unknown>)[key],
    document,
  );
  return described.$ref === undefined ? described : (target as Described);
};

test('every error in JSON has one of the codes of its operation, and 500 has none', () => {
  const document = read();
  for (const [id, operation] of documented) {
    const codes = new Set<string>();
    for (const [status, response] of Object.entries(findOperation(id).responses)) {
      const media = resolved(document, response).content?.['application/json'];
      if (Number(status) < 400 || media === undefined || id === 'getSystemHealth') continue;
      if (status === '500') {
        expect(media.schema, id).toEqual({ $ref: '#/components/schemas/InternalError' });
        continue;
      }
      const { allOf } = media.schema as {
        allOf: [object, { required: string[]; properties: { code: { enum: string[] } } }];
      };
      expect(allOf[0], id).toEqual({ $ref: '#/components/schemas/Error' });
      expect(allOf[1].required, id).toEqual(['code']);
      for (const code of allOf[1].properties.code.enum) codes.add(code);
    }
    const { kind } = operation.success;
    const expected = kind === 'html' || kind === 'redirect' ? [] : errorCodesOf(operation);
    if (id !== 'getSystemHealth') expect([...codes].toSorted(), id).toEqual(expected.toSorted());
  }
});

test('every response declares its headers', () => {
  const document = read();
  for (const [id, { responses }] of every) {
    for (const [status, response] of Object.entries(responses)) {
      const headers = resolved(document, response).headers ?? {};
      const isRequired = (name: string) =>
        headers[name] !== undefined && resolved(document, headers[name]).required === true;
      expect(isRequired('X-Request-Id'), `${id} ${status}`).toBe(true);
      expect(isRequired('Cache-Control'), `${id} ${status}`).toBe(true);
      if (status === '401') expect(isRequired('WWW-Authenticate'), id).toBe(true);
      if (status === '429') expect(isRequired('Retry-After'), id).toBe(true);
      if (status === '304') expect(headers, id).toHaveProperty('ETag');
      expect(status === '304' && 'Content-Type' in headers, id).toBe(false);
    }
  }
});

interface BodySchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

test('a new item needs a collection, and a move its target', () => {
  const { paths, components } = read();
  const bodyOf = (path: string) => paths[path].post.requestBody.content['application/json'].schema;
  expect(bodyOf('/api/content')).toEqual({ $ref: '#/components/schemas/NewContentItem' });
  const alternatives: readonly BodySchema[] = components.schemas.NewContentItem.anyOf;
  expect(alternatives.map(({ required }) => required)).toEqual([
    expect.arrayContaining(['title', 'collection']),
    expect.arrayContaining(['title', 'collectionId']),
  ]);
  const [move, other]: readonly BodySchema[] = bodyOf('/api/content/bulk').anyOf;
  expect(move?.properties['action']?.enum).toEqual(['move']);
  expect(move?.required).toContain('collectionId');
  expect(other?.properties['action']?.enum).not.toContain('move');
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

test('a field of a collection is a union by type, and contains fields', () => {
  const { Field, ListField, Collection, ...schemas } = read().components.schemas;
  const { propertyName, mapping } = Field.discriminator;
  expect(propertyName).toBe('type');
  expect(Object.keys(mapping).toSorted()).toEqual(fieldTypes.toSorted());
  const oneOf: readonly { readonly $ref: string }[] = Field.oneOf;
  const alternatives = oneOf.map(({ $ref }) => $ref);
  expect(new Set(Object.values(mapping))).toEqual(new Set(alternatives));
  for (const [type, reference] of Object.entries<string>(mapping)) {
    const name = reference.split('/').at(-1) ?? '';
    const variant = name === 'ListField' ? ListField : schemas[name];
    expect(variant.properties.type.enum, type).toContain(type);
  }
  expect(ListField.properties.items).toEqual({ $ref: '#/components/schemas/Field' });
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
