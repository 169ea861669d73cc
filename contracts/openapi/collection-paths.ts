import type {
  ContentObject,
  OperationObject,
  ParameterObject,
  PathsObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas30';
import { collectionOperations } from '../operations/collections.ts';
import { queryOperations } from '../operations/queries.ts';
import { componentNames, referTo, type DescribedCollection } from './collection-schemas.ts';

const { listCollectionContent, getCollectionContent, getSingleton } = collectionOperations;
const { queryContent } = queryOperations;

/** The ids of the operations of one collection. @param name that of {@link typeNames}. */
export const operationIds = (name: string) => ({
  list: `list${name}Items`,
  get: `get${name}Item`,
  query: `query${name}Items`,
  getOnly: `getOnly${name}Item`,
});

/**
 * The reads of one collection: the general operations with its name in the path, and with its items in the responses.
 *
 * @param general the paths of the document without collections.
 */
export const collectionPaths = (
  general: PathsObject,
  { name, displayName, singleton }: DescribedCollection,
  typeName: string,
): PathsObject => {
  const ids = operationIds(typeName);
  const { item, queried } = componentNames(typeName);
  const read = (path: string, operationId: string, from: string, to: string): PathsObject => {
    const operation: OperationObject | undefined = general[path]?.get;
    if (operation === undefined) throw new Error(`No GET ${path}`);
    const summary = `${operation.summary}: ${displayName}`;
    const get = { ...withItems(operation, from, to), operationId, summary };
    return { [path.replace('{name}', name)]: { get } };
  };
  return {
    ...read(listCollectionContent.path, ids.list, 'ContentItem', item),
    ...read(getCollectionContent.path, ids.get, 'ContentItem', item),
    ...read(queryContent.path, ids.query, 'QueriedItem', queried),
    ...(singleton === true && read(getSingleton.path, ids.getOnly, 'ContentItem', item)),
  };
};

/** Without the texts of the general operation: there can be many collections. */
const withItems = (operation: OperationObject, from: string, to: string): OperationObject => {
  const { description: _, parameters = [], responses, ...rest } = operation;
  return {
    ...rest,
    parameters: withoutTexts(parameters.filter((parameter) => !isName(parameter))),
    responses: Object.fromEntries(
      Object.entries<ResponseObject | ReferenceObject>(responses).map(([status, response]) => [
        status,
        '$ref' in response ? response : responseWith(response, from, to),
      ]),
    ),
  };
};

const isName = (parameter: ParameterObject | ReferenceObject): boolean =>
  'in' in parameter && parameter.in === 'path' && parameter.name === 'name';

const responseWith = (
  { headers = {}, content, ...rest }: ResponseObject,
  from: string,
  to: string,
): ResponseObject => ({
  ...rest,
  headers: withoutTexts(headers),
  ...(content && { content: contentWith(content, from, to) }),
});

/** Replaces the schema of the items in `data`, but not of those that are included: they can be of any collection. */
const contentWith = (content: ContentObject, from: string, to: string): ContentObject => {
  const schema = content['application/json']?.schema;
  if (schema === undefined || '$ref' in schema || schema.properties?.['data'] === undefined) {
    return content;
  }
  const text = JSON.stringify(schema.properties['data']);
  const replaced = text.replaceAll(referTo(from).$ref, referTo(to).$ref);
  const data = JSON.parse(replaced) as SchemaObject;
  return {
    'application/json': { schema: { ...schema, properties: { ...schema.properties, data } } },
  };
};

const withoutTexts = <T extends object>(value: T): T =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) =>
    key === 'description' && typeof each === 'string' ? undefined : each,
  ) as T;
