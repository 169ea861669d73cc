import { gunzipSync } from 'node:zlib';
import { assertDocumented } from './assert-documented.ts';
import { httpConnections } from './http-connections.ts';

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
  readonly bytes: Buffer;
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

type Received = Pick<Answer, 'status' | 'headers' | 'text' | 'bytes'>;

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyInit | undefined;
}

export const httpClient = (url: string): HttpClient => {
  const connections = httpConnections(url);

  const send = async (address: URL, { method, headers, body }: SentRequest): Promise<Received> => {
    if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)) {
      return sendByFetch(address, { method, headers, body });
    }
    const path = `${address.pathname}${address.search}`;
    const { status, bytes, ...received } = await connections.send({ method, path, headers, body });
    const lines = [...received.headers].flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const isPacked = received.headers.get('content-encoding')?.[0] === 'gzip';
    const content = isPacked ? gunzipSync(bytes) : bytes;
    return { status, headers: new Headers(lines), text: content.toString('utf8'), bytes: content };
  };

  return {
    request: async (path, { method = 'GET', headers = {}, json, body } = {}) => {
      const address = new URL(`${url}${path}`);
      const answer = await send(address, {
        method,
        headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        body: json === undefined ? body : JSON.stringify(json),
      });
      assertDocumented({ ...answer, method, path: address.pathname });
      return { ...answer, json: () => JSON.parse(answer.text) };
    },
  };
};

/** Sends forms and streams, whose bytes and media type only `fetch` knows. */
const sendByFetch = async (
  address: URL,
  { method, headers, body }: SentRequest,
): Promise<Received> => {
  const init = { method, headers, redirect: 'manual', duplex: 'half' } as const;
  const response = await fetch(address, { ...init, ...(body !== undefined && { body }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    text: bytes.toString('utf8'),
    bytes,
  };
};
