import type { OpenAPIObject, OperationObject } from 'openapi3-ts/oas30';
import { describe, expect, test } from 'vitest';
import { operations, renderOpenApi } from '../../contracts/index.ts';

interface Document extends OpenAPIObject {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

/** The OpenAPI document as clients receive it. */
const document: Document = JSON.parse(JSON.stringify(renderOpenApi('https://cms.example.com')));

const every: readonly (readonly [id: string, path: string, operation: OperationObject])[] =
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((each) => [each.operationId ?? '', path, each] as const),
  );

test('all operations are examined', () => {
  expect(every.length).toBeGreaterThan(40);
  expect(every.length).toBe(operations.filter(([, { isAlias }]) => isAlias !== true).length);
});

describe('Redocly and Spectral find nothing, because', () => {
  test('the document has a license, a contact, a description and a server', () => {
    const { info, servers } = document;
    expect(info.license).toEqual({ name: 'MIT', url: expect.stringMatching(/^https:/) });
    expect(info.contact?.name).not.toBe('');
    expect(info.contact?.name).toBeDefined();
    expect(info.description?.length).toBeGreaterThan(100);
    expect(servers).toHaveLength(1);
  });

  test('every operation has a summary, and a description that says more', () => {
    for (const [id, , { summary = '', description = '' }] of every) {
      expect(summary, id).toMatch(/^[A-Z].*[^.]$/);
      expect(description, id).toMatch(/^[A-Z`].*\.$/s);
      expect(description, id).not.toBe(`${summary}.`);
    }
  });

  test('every operation has one tag, and every tag a description and an operation', () => {
    const used = new Set(every.flatMap(([, , { tags = [] }]) => tags));
    for (const [id, , { tags }] of every) expect(tags, id).toHaveLength(1);
    const declared = document.tags ?? [];
    expect(declared.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
    for (const { name, description } of declared) expect(description, name).toMatch(/\.$/);
  });

  test('every operation has a unique id that is a name in code', () => {
    const ids = every.map(([id]) => id);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every operation has a response for success and one for a mistake of the client', () => {
    for (const [id, , { responses }] of every) {
      const statuses = Object.keys(responses);
      expect(statuses, id).toContainEqual(expect.stringMatching(/^[23]/));
      expect(statuses, id).toContainEqual(expect.stringMatching(/^4/));
    }
  });

  test('every operation says which credentials it accepts, and each is described', () => {
    const schemes = document.components?.securitySchemes ?? {};
    for (const [id, , { security }] of every) {
      expect(security, id).toBeInstanceOf(Array);
      for (const name of security?.flatMap((choice) => Object.keys(choice)) ?? []) {
        expect(schemes, id).toHaveProperty(name);
      }
    }
    for (const [name, scheme] of Object.entries(schemes)) {
      expect(scheme, name).toHaveProperty('description', expect.stringMatching(/\.$/));
    }
  });

  test('no path ends in a slash', () => {
    for (const [, path] of every) expect(path).not.toMatch(/\/$/);
  });

  test('every shared schema and response is used', () => {
    const text = JSON.stringify(document);
    for (const kind of ['schemas', 'responses'] as const) {
      for (const name of Object.keys(document.components?.[kind] ?? {})) {
        expect(text).toContain(`"#/components/${kind}/${name}"`);
      }
    }
  });
});

test('the alternatives are in the order of precedence, and each is one credential', () => {
  const securityOf = (id: string) => every.find(([key]) => key === id)?.[2].security;
  const session = [{ bearer: [] }, { cookie: [] }];
  expect(securityOf('listContent')).toEqual([{}, { apiKey: [] }, ...session]);
  expect(securityOf('listUsers')).toEqual(session);
  expect(securityOf('createContent')).toEqual([{ bearer: [] }, { cookie: [], csrf: [] }]);
});
