import type {
  ContentObject,
  MediaTypeObject,
  ReferenceObject,
  ResponseObject,
  ResponsesObject,
} from 'openapi3-ts/oas30';
import { errorsOf } from '../operation-errors.ts';
import { isConditional } from '../operation-traits.ts';
import type { Operation, Success } from '../operation.ts';
import { page, renderErrorResponse } from './openapi-errors.ts';
import { bodilessHeaders, successHeaders } from './openapi-headers.ts';
import type { SchemaRenderer } from './openapi-schema.ts';

const renderContent = (renderer: SchemaRenderer, success: Success): ContentObject | undefined => {
  switch (success.kind) {
    case 'json': {
      const media: MediaTypeObject = { schema: renderer.render(success.schema) };
      const { example } = success;
      return { 'application/json': example === undefined ? media : { ...media, example } };
    }
    case 'ndjson':
      return { 'application/x-ndjson': { schema: renderer.render(success.schema) } };
    case 'events':
      return { 'text/event-stream': { schema: { type: 'string' } } };
    case 'html':
      return page;
    case 'bytes':
      return { '*/*': { schema: { type: 'string', format: 'binary' } } };
    case 'redirect':
      return undefined;
  }
};

const describeSuccess = ({ kind, status }: Success): string => {
  if (status === 201) return 'Created.';
  return kind === 'redirect' ? 'Redirect.' : 'Success.';
};

/** All responses of an operation by status. */
export const renderResponses = (
  renderer: SchemaRenderer,
  operation: Operation,
): ResponsesObject => {
  const { success } = operation;
  const content = renderContent(renderer, success);
  const headers = successHeaders(renderer, operation);
  const full = { headers, ...(content && { content }) };
  const responses: Record<string, ResponseObject | ReferenceObject> = {};
  for (const status of errorsOf(operation))
    responses[status] = renderErrorResponse(renderer, operation, status);
  if (isConditional(operation)) {
    responses[304] = {
      description: 'The client already has this version.',
      headers: bodilessHeaders(renderer, operation, 'Content-Range'),
    };
  }
  for (const [status, description] of Object.entries(success.alternatives ?? {})) {
    const isBare = success.kind === 'bytes' && Number(status) >= 400;
    const bare = { headers: bodilessHeaders(renderer, operation) };
    responses[status] = { description, ...(isBare ? bare : full) };
  }
  responses[success.status] = { description: describeSuccess(success), ...full };
  return responses;
};
