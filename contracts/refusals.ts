import { errorStatuses, type ErrorStatus, type Operation } from './operation.ts';

const isWrite = ({ method }: Operation): boolean => method !== 'get';

/**
 * Whether a request that the session cookie authenticates must prove that a page of this site made
 * it. Requests that carry a bearer token or an API key prove it by that.
 */
export const needsCsrfToken = (operation: Operation): boolean =>
  isWrite(operation) && operation.auth !== 'none';

/** A GET whose answer has an `ETag` is 304 when an `If-None-Match` names it. */
export const isConditional = ({ method, success }: Operation): boolean =>
  method === 'get' && success.headers !== undefined && 'ETag' in success.headers.properties;

/** Whether people meet the operation in a browser, so that refusals of it are pages. */
export const refusesWithPage = ({ success }: Operation): boolean =>
  success.kind === 'html' || success.kind === 'redirect';

/** Every status that the operation can be refused with, ascending. */
export const errorsOf = (operation: Operation): readonly ErrorStatus[] => {
  const { auth, params, query, body, errors = [] } = operation;
  const required = body !== undefined && (body.kind !== 'form' || body.required);
  const asksWho = auth !== 'none' && auth !== 'lenient';
  const possible: Readonly<Record<ErrorStatus, boolean>> = {
    400: query !== undefined || body !== undefined,
    // Any write looks at an API token, to refuse it.
    401: asksWho || isWrite(operation),
    403: asksWho || isWrite(operation),
    404: params !== undefined,
    409: false,
    412: false,
    413: body !== undefined,
    415: required,
    429: false,
    500: true,
    503: true,
  };
  return errorStatuses.filter((status) => possible[status] || errors.includes(status));
};
