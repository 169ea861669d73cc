import type { OpenAPIObject, PathsObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas30';
import { operations } from '../api.ts';
import { collectionPaths, operationIds } from './collection-paths.ts';
import {
  collectionSchemas,
  componentNames,
  referTo,
  valueSchemas,
  type DescribedCollection,
  type GeneralSchemas,
} from './collection-schemas.ts';
import { renderOpenApi } from './openapi.ts';
import { typeNames } from './type-names.ts';

/** Renders documents of a service with its collections. The general part is rendered once. */
export const serviceDocuments = (
  baseUrl: string,
  version?: string,
): ((collections: readonly DescribedCollection[]) => OpenAPIObject) => {
  let general: OpenAPIObject | undefined;
  return (collections) => {
    general ??= withoutExamples(renderOpenApi(baseUrl, version));
    return collections.length === 0 ? general : withCollections(general, collections);
  };
};

/** The examples of the operations are of no collection of the service. */
const withoutExamples = (document: OpenAPIObject): OpenAPIObject => {
  const paths = JSON.parse(JSON.stringify(document.paths), (key, value: unknown) =>
    key === 'example' ? undefined : value,
  ) as PathsObject;
  return { ...document, paths };
};

/** The general schemas that become a union by collection, with the alternatives. */
const unions = {
  ContentItem: 'item',
  WorkingCopy: 'workingCopy',
  QueriedItem: 'queried',
  NewContentItem: 'created',
} as const satisfies Record<keyof GeneralSchemas, keyof ReturnType<typeof componentNames>>;

const withCollections = (
  document: OpenAPIObject,
  collections: readonly DescribedCollection[],
): OpenAPIObject => {
  const general = document.components?.schemas as GeneralSchemas & Record<string, SchemaObject>;
  const names = typeNames(
    collections.map(({ name }) => name),
    [...Object.keys({ ...general, ...valueSchemas }), ...operations.map(([id]) => id)],
    (name) => [...Object.values(componentNames(name)), ...Object.values(operationIds(name))],
  );
  const schemas: Record<string, SchemaObject | ReferenceObject> = { ...general, ...valueSchemas };
  const paths: PathsObject = { ...document.paths };
  for (const [component, key] of Object.entries(unions)) {
    const alternatives = [...names.values()].map((name) => referTo(componentNames(name)[key]));
    schemas[component] = { oneOf: alternatives };
  }
  for (const collection of collections) {
    const name = names.get(collection.name) ?? '';
    Object.assign(schemas, collectionSchemas(collection, name, general));
    Object.assign(paths, collectionPaths(document.paths, collection, name));
  }
  return { ...document, paths, components: { ...document.components, schemas } };
};
