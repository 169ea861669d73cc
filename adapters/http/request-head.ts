import type { IncomingHttpHeaders } from 'node:http';

/** What an operation reads of a request before its body. A context of Koa fits. */
export interface RequestHead {
  /** In upper case. */
  readonly method: string;
  /** As the client sent it, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly querystring: string;
  /** By name in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Whether the body has this media type. @returns null if there is no body. */
  readonly is: (type: string) => string | false | null;
}

/** The value of a header; empty if the request does not have it. */
export const headerOf = ({ headers }: Pick<RequestHead, 'headers'>, name: string): string =>
  headers[name.toLowerCase()]?.toString() ?? '';
