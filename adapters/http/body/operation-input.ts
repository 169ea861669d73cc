import type { Operation } from '../../../contracts/index.ts';
import { isStorable, notFound } from '../../../core/index.ts';
import { headerOf, type RequestHead } from '../request-head.ts';
import { readParameters } from './parameters.ts';
import { checkOf } from './validation.ts';

/** The validated path, query and headers that the handler gets. */
export interface CheckedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** For a handler that reads its body itself, to which a rejected request is still passed. */
export const emptyInput: CheckedInput = { params: {}, query: undefined, headers: {} };

/** The validated body. An upload is still arriving; a deferred body is a function that reads it. */
export interface OpenBody {
  readonly content: unknown;
  /** Stops reading. */
  readonly close: () => void;
}

/** A request without a body. */
export const noBody: OpenBody = { content: undefined, close: () => undefined };

/**
 * Checks the CSRF token that a form contains as `_csrf`. Runs before the body is used.
 *
 * @throws DomainError `csrf_failed`.
 */
export type CheckFormToken = (token: string | undefined) => void;

/** The token that a form contains. */
export const csrfOf = (form: unknown): string | undefined =>
  typeof form === 'object' && form !== null && '_csrf' in form && typeof form._csrf === 'string'
    ? form._csrf
    : undefined;

/** @throws DomainError `not_found` for a path parameter that no record can have, `invalid_input`, `invalid_text`. */
export type ReadHead = (
  head: RequestHead,
  params: Readonly<Record<string, string>>,
  isStrict: boolean,
) => CheckedInput;

/** With strict handling, an operation without parameters rejects every query. */
const assertNoQuery = ({ querystring }: RequestHead): void => {
  readParameters({ properties: {} }, querystring, true);
};

export const headReader = ({ query, headers }: Operation): ReadHead => {
  const checkQuery = query && checkOf(query);
  const headerNames = Object.keys(headers?.properties ?? {});
  return (head, params, isStrict) => {
    if (!Object.values(params).every(isStorable)) throw notFound('Page');
    const parameters = query && readParameters(query, head.querystring, isStrict);
    if (query === undefined && isStrict) assertNoQuery(head);
    checkQuery?.(parameters, false);
    return { params, query: parameters, headers: pickHeaders(head, headerNames) };
  };
};

const pickHeaders = (head: RequestHead, names: readonly string[]): CheckedInput['headers'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      // Ranges apply to GET only (RFC 9110, section 14.2).
      if (name === 'Range' && head.method !== 'GET') return [];
      // An empty condition counts: it matches nothing.
      return head.headers[name.toLowerCase()] === undefined ? [] : [[name, headerOf(head, name)]];
    }),
  );
