import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import {
  renderOpenApi,
  serviceDocuments,
  type DescribedCollection,
} from '../../contracts/index.ts';
import { everyField } from '../support/core/every-field.ts';

const collectionsOf = (...names: readonly string[]): readonly DescribedCollection[] =>
  names.map((name, index) => ({
    id: `0198c0de-0000-7000-8000-00000000000${index}`,
    name,
    displayName: name,
    description: '',
    schema: everyField,
    ...(index === 0 && { singleton: true }),
  }));

const documentOf = serviceDocuments('https://cms.example.com', '1.2.3');

/** The document as clients receive it. */
const read = (...names: readonly string[]) =>
  JSON.parse(JSON.stringify(documentOf(collectionsOf(...names))));

test('the document is valid OpenAPI 3.0', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(read('imprint', 'articles'));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('every reference has a target, and every component is used', () => {
  const document = read('imprint', 'articles');
  const references = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? []);
  for (const reference of references) {
    const path = reference.split('/').slice(1);
    expect(
      path.reduce((node, key) => node?.[key], document),
      reference,
    ).toBeTypeOf('object');
  }
  for (const name of Object.keys(document.components.schemas)) {
    expect(references).toContain(`#/components/schemas/${name}`);
  }
});

/** Names that are similar to each other, or to those of general components and operations. */
const similar = ['content', 'blog-posts', 'blog_posts', 'published-x', 'x', 'new-x', 'ab-c', 'abc'];
const others = ['2024', 'no', 'media', 'earlier', 'query', 'collection', 'only-x', 'x-draft'];

test('names are words in code, and differ in more than case', () => {
  const { paths, components } = read(...similar, ...others);
  const schemas = Object.keys(components.schemas);
  for (const name of schemas) expect(name).toMatch(/^[A-Z][A-Za-z\d]*$/);
  expect(new Set(schemas.map((name) => name.toLowerCase())).size).toBe(schemas.length);
  const general = Object.keys(renderOpenApi('').components?.schemas ?? {});
  // Each collection has nine, and all of them use one.
  expect(schemas.length).toBe(general.length + 1 + 9 * (similar.length + others.length));
  const methods = Object.values<Record<string, { operationId: string }>>(paths);
  const ids = methods.flatMap((each) => Object.values(each).map(({ operationId }) => operationId));
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z\d]*$/);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
});

test('a name does not depend on collections after it', () => {
  const alone = Object.keys(read('articles').components.schemas);
  expect(Object.keys(read('articles', 'articles2').components.schemas)).toEqual(
    expect.arrayContaining(alone),
  );
});

/** The general document without the examples of media types. */
const general = () => {
  const document = JSON.parse(JSON.stringify(renderOpenApi('https://cms.example.com', '1.2.3')));
  return { ...document, paths: withoutExamples(document.paths) };
};

const withoutExamples = (node: unknown): unknown => {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withoutExamples);
  const { example, ...rest } = node as { readonly example?: unknown };
  const kept = example !== undefined && !('schema' in node) ? { example } : {};
  const members = Object.entries({ ...rest, ...kept });
  return Object.fromEntries(members.map(([key, each]) => [key, withoutExamples(each)]));
};

test('general operations and components stay, besides the unions', () => {
  const { paths, components, ...rest } = read('imprint', 'articles');
  const { paths: generalPaths, components: generalComponents, ...generalRest } = general();
  expect(rest).toEqual(generalRest);
  expect(paths).toMatchObject(generalPaths);
  const unions = ['ContentItem', 'WorkingCopy', 'QueriedItem', 'NewContentItem'];
  for (const [name, schema] of Object.entries(generalComponents.schemas)) {
    if (unions.includes(name)) expect(components.schemas[name].oneOf, name).toHaveLength(2);
    else expect(components.schemas[name], name).toEqual(schema);
  }
});

test('only a singleton has a path for its item', () => {
  const { paths } = read('imprint', 'articles');
  expect(paths).toHaveProperty(['/api/collections/imprint/item']);
  expect(paths).not.toHaveProperty(['/api/collections/articles/item']);
});

test('without collections, it has what the general document has', () => {
  expect(read()).toEqual(general());
});

test('no operation has an example, because those of the general document are of no collection', () => {
  expect(JSON.stringify(read('imprint', 'articles').paths)).not.toContain('"example":');
});

test('rendering a document does not change the next one', () => {
  const before = JSON.stringify(read('articles'));
  read('imprint', 'people');
  expect(JSON.stringify(read('articles'))).toBe(before);
});

test('items of localised collections have a locale and a group, those of others have not', async () => {
  const [first, second] = collectionsOf('articles', 'pages');
  const document = documentOf([{ ...first!, localized: true }, second!]);
  const { components } = JSON.parse(JSON.stringify(document));
  const names = ['PublishedArticlesItem', 'UnpublishedArticlesItem', 'QueriedArticlesItem'];
  const of = (name: string) =>
    components.schemas[name] as { required: string[]; properties: object };
  for (const name of names) {
    const schema = of(name);
    expect(Object.keys(schema.properties), name).toEqual(
      expect.arrayContaining(['locale', 'group']),
    );
    const other = of(name.replace('Articles', 'Pages'));
    for (const member of ['locale', 'group']) expect(other.properties).not.toHaveProperty(member);
    expect(other.required).not.toContain('locale');
  }
  for (const name of names.slice(0, 2)) {
    expect(of(name).required).toEqual(expect.arrayContaining(['locale', 'group']));
  }
  const members = (name: string): readonly string[][] => {
    const { anyOf } = components.schemas[name] as { readonly anyOf: { properties: object }[] };
    return anyOf.map(({ properties }) => Object.keys(properties));
  };
  for (const each of members('NewArticlesItem')) {
    expect(each).toEqual(expect.arrayContaining(['locale', 'translationOf']));
  }
  for (const each of members('NewPagesItem')) expect(each).not.toContain('locale');
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});
