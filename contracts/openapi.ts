import { Type, type TObject, type TSchema } from 'typebox';
import type {
  ComponentsObject,
  OpenAPIObject,
  OperationObject,
  ParameterLocation,
  ParameterObject,
  PathsObject,
  RequestBodyObject,
  SecurityRequirementObject,
} from 'openapi3-ts/oas30';
import { operations } from './api.ts';
import { renderRefusals, renderResponses } from './openapi-responses.ts';
import { createSchemaRenderer, type SchemaRenderer } from './openapi-schema.ts';
import { description, tagDescriptions } from './openapi-text.ts';
import { tags, type Auth, type Operation } from './operation.ts';
import { isConditional, needsCsrfToken } from './refusals.ts';
import type { RequestBody } from './request-body.ts';

/** Of the interface, not of the software: it grows when the interface does. */
const apiVersion = '1.0.0';

/** The whole API as an OpenAPI 3.0.3 document. @param baseUrl the only server it names. */
export const renderOpenApi = (baseUrl: string): OpenAPIObject => {
  const renderer = createSchemaRenderer();
  const paths: PathsObject = {};
  for (const [id, operation] of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: renderOperation(renderer, id, operation),
    };
  }
  const responses = renderRefusals(renderer);
  return {
    openapi: '3.0.3',
    info: { title: 'Quoin', version: apiVersion, description },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: { schemas: { ...renderer.components }, responses, securitySchemes },
  };
};

const securitySchemes: NonNullable<ComponentsObject['securitySchemes']> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a session, from `POST /auth/login`.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'auth_token',
    description: 'The same token, kept by the browser.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The value of the cookie `csrf_token`, beside the session cookie on writes.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API token, `st_…`. Reads only.',
  },
};

const renderOperation = (
  renderer: SchemaRenderer,
  operationId: string,
  operation: Operation,
): OperationObject => {
  const { tag, summary, body } = operation;
  const parameters = [
    ...renderParameters(renderer, 'path', operation.params),
    ...renderParameters(renderer, 'query', operation.query),
    ...renderParameters(renderer, 'header', operation.headers),
    ...(isConditional(operation) ? [ifNoneMatch] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: renderSecurity(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: renderBody(renderer, body) }),
    responses: renderResponses(renderer, operation),
  };
};

const ifNoneMatch: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of what the caller has; 304 when it is still that.',
  schema: { type: 'string' },
};

const renderParameters = (
  renderer: SchemaRenderer,
  location: ParameterLocation,
  schema: TObject | undefined,
): readonly ParameterObject[] =>
  Object.entries(schema?.properties ?? {}).map(([name, each]) => ({
    name,
    in: location,
    required: !Type.IsOptional(each),
    ...describe(each),
    schema: renderer.render(each),
  }));

const describe = (schema: TSchema): Pick<ParameterObject, 'description'> =>
  'description' in schema && typeof schema.description === 'string'
    ? { description: schema.description }
    : {};

const renderSecurity = (operation: Operation): SecurityRequirementObject[] => {
  const session: SecurityRequirementObject[] = [
    { bearer: [] },
    needsCsrfToken(operation) ? { cookie: [], csrf: [] } : { cookie: [] },
  ];
  const choices: Readonly<Record<Auth, SecurityRequirementObject[]>> = {
    none: [],
    lenient: [{}, ...session],
    public: [{}, ...session, { apiKey: [] }],
    user: session,
    admin: session,
  };
  return choices[operation.auth];
};

const renderBody = (renderer: SchemaRenderer, body: RequestBody): RequestBodyObject => {
  switch (body.kind) {
    case 'json': {
      const { example } = body;
      const schema = renderer.render(body.schema);
      const media = example === undefined ? { schema } : { schema, example };
      return { required: true, content: { 'application/json': media } };
    }
    case 'form': {
      const schema = renderer.render(body.schema);
      const content = { 'application/x-www-form-urlencoded': { schema } };
      return { required: body.required, content };
    }
    case 'upload': {
      const schema = renderer.render(Type.Object({ ...body.schema.properties, file: binary }));
      return { required: true, content: { 'multipart/form-data': { schema } } };
    }
  }
};

const binary = Type.String({ format: 'binary' });
