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
import { operations } from '../api.ts';
import { renderErrorResponses } from './openapi-errors.ts';
import { sharedHeaders } from './openapi-headers.ts';
import { renderResponses } from './openapi-responses.ts';
import { createSchemaRenderer, type SchemaRenderer } from './openapi-schema.ts';
import { description, tagDescriptions } from './openapi-text.ts';
import { tags, type Auth, type Operation } from '../operation.ts';
import { preferParameter } from './prefer.ts';
import { isConditional, needsCsrfToken, supportsRetries } from '../operation-traits.ts';
import { isRequired, type RequestBody } from '../schemas/request-body.ts';

/**
 * Renders the whole API as an OpenAPI 3.0.3 document.
 *
 * @param baseUrl the URL of its only server.
 * @param version of the program.
 */
export const renderOpenApi = (baseUrl: string, version = 'unknown'): OpenAPIObject => {
  const renderer = createSchemaRenderer();
  const paths: PathsObject = {};
  for (const [id, operation] of operations) {
    if (operation.isAlias === true) continue;
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: renderOperation(renderer, id, operation),
    };
  }
  const responses = renderErrorResponses(renderer);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Quoin',
      version,
      description,
      contact: { name: 'Quoin contributors' },
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      schemas: { ...renderer.components },
      parameters: { IdempotencyKey: idempotencyKey, Prefer: preferParameter },
      headers: sharedHeaders,
      responses,
      securitySchemes,
    },
  };
};

/** In the order of precedence. A request should send one of them; the cookie and `csrf` go together. */
const securitySchemes: NonNullable<ComponentsObject['securitySchemes']> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'An API token, `st_…`. Read-only. If a request sends it, `Authorization` and the cookie do not count.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The session token from `POST /auth/login`. If a request sends it, the cookie does not count. Do not send `X-API-Key` as well.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'auth_token',
    description:
      'The same session token as a cookie, which browsers send by themselves. Counts only without `X-API-Key` and `Authorization`.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'The value of the cookie `csrf_token`. Only for writes with the session cookie, which must send it.',
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
    ...('Prefer' in (operation.headers?.properties ?? {})
      ? []
      : [{ $ref: '#/components/parameters/Prefer' }]),
    ...(supportsRetries(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description: operation.description,
    security: renderSecurity(operation),
    parameters,
    ...(body && { requestBody: renderBody(renderer, body) }),
    responses: renderResponses(renderer, operation),
  };
};

const ifNoneMatch: ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` that the client has. Returns 304 if nothing has changed.',
  schema: { type: 'string' },
};

const idempotencyKey: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies the request, for a repeat: a new value for each new request, such as a UUID. For 24 hours, the same request of the same user with the same key returns the stored response, with `Idempotent-Replayed: true`, and changes nothing. 1 to 255 visible ASCII characters.',
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
    ...('type' in each && each.type === 'object' && { style: 'deepObject', explode: true }),
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
    diagnostic: [{}, ...session],
    public: [{}, { apiKey: [] }, ...session],
    user: session,
    admin: session,
  };
  return choices[operation.auth];
};

const renderBody = (renderer: SchemaRenderer, body: RequestBody): RequestBodyObject => {
  switch (body.kind) {
    case 'json': {
      const { example, documented = body.schema } = body;
      const schema = renderer.render(documented);
      const media = example === undefined ? { schema } : { schema, example };
      return { required: isRequired(body), content: { 'application/json': media } };
    }
    case 'form': {
      const schema = renderer.render(body.schema);
      const content = { 'application/x-www-form-urlencoded': { schema } };
      return { required: isRequired(body), content };
    }
    case 'upload': {
      const schema = renderer.render(
        Type.Object({ ...body.schema.properties, file: uploadedFile }),
      );
      return { required: true, content: { 'multipart/form-data': { schema } } };
    }
  }
};

const binary = Type.String({ format: 'binary' });

/**
 * Bytes. Some generators make text of it, whose clients would reject a `Blob`: for them, the alternatives add what a
 * `Blob` has.
 */
const uploadedFile = Type.Unsafe<string>({
  ...binary,
  description: 'The bytes of the file. In JavaScript, a `Blob` or a `File`.',
  anyOf: [binary, Type.Object({ size: Type.Integer(), type: Type.String() })],
});
