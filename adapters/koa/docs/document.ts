import type { Method, renderOpenApi } from '../../../contracts/index.ts';

export type ApiDocument = ReturnType<typeof renderOpenApi>;

type Components = Required<NonNullable<ApiDocument['components']>>;
interface Reference {
  readonly $ref: string;
}

/** A schema, or the name of one. */
export type SchemaNode = Components['schemas'][string];
export type Schema = Exclude<SchemaNode, Reference>;
export type ResponseNode = Components['responses'][string];
export type Response = Exclude<ResponseNode, Reference>;
export type Parameter = Exclude<Components['parameters'][string], Reference>;
export type RequestBody = Exclude<Components['requestBodies'][string], Reference>;

type OperationObject = NonNullable<ApiDocument['paths'][string]['get']>;

/** An operation with where it is. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: OperationObject;
}

const methods = ['get', 'post', 'put', 'delete'] as const satisfies readonly Method[];

export const operationsOf = ({ paths }: ApiDocument): readonly DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.operationId === undefined
        ? []
        : [{ id: operation.operationId, method, path, operation }];
    }),
  );

export const isReference = <T extends object>(node: Reference | T): node is Reference =>
  '$ref' in node;

/** The last segment: the name of the component. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The address of a section within the page. */
export const anchors = {
  tag: (name: string): string => `tag-${name.toLowerCase().replace(/\W+/g, '-')}`,
  topic: (name: string): string => `topic-${name.toLowerCase().replace(/\W+/g, '-')}`,
  operation: (id: string): string => id,
  schema: (name: string): string => `schema-${name}`,
  refusal: (name: string): string => `refusal-${name}`,
} as const;
