import { assertDocumented } from './assert-documented.ts';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with its media type. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: BodyInit;
}

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parses the body as JSON. @throws SyntaxError for other bodies. */
  readonly json: () => ReturnType<typeof JSON.parse>;
}

export interface HttpClient {
  /**
   * Sends a request and follows no redirect.
   *
   * @throws Error for a response that the OpenAPI document does not allow.
   */
  readonly request: (path: string, options?: RequestOptions) => Promise<Answer>;
}

export const httpClient = (url: string): HttpClient => ({
  request: async (path, { method = 'GET', headers = {}, json, body } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body, duplex: 'half' }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text };
    const { pathname } = new URL(path, url);
    assertDocumented({ ...answer, method, path: pathname });
    return { ...answer, json: () => JSON.parse(text) };
  },
});
