import { ApiError } from './api-error.ts';
import {
  defined,
  encodeBody,
  pathOf,
  queryOf,
  readBody,
  readError,
  type FetchRequest,
  type FetchResponse,
  type Members,
} from './client-messages.ts';
import { pauseUntil, spread, type Signal } from './pause.ts';
import { strictHandling } from './preferences.ts';
import { answerHeaders } from './routes.ts';

/** Who sends the requests: a session token may write, an API token only reads. */
export type Credentials = { readonly sessionToken: string } | { readonly apiToken: string };

export interface ClientOptions {
  /** URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Default: the platform's `fetch`. The client passes its errors on. */
  fetch?(this: void, url: string, request?: FetchRequest): Promise<FetchResponse>;
  /** Without credentials the client reads what is public. */
  readonly credentials?: Credentials | undefined;
  /**
   * What the service does with members and parameters that it does not know: `strict`, the default,
   * rejects them; `lenient` ignores them. A page of another origin may send `strict` only if
   * `CORS_ALLOW_HEADERS` of the service names `Prefer`.
   */
  readonly handling?: 'strict' | 'lenient' | undefined;
  /**
   * How often a request is repeated when the service answers 429 or 503 and says when to come back; 3 by default. Writes
   * of content, media and collections then have an `Idempotency-Key`, so that none happens twice. Other writes are not
   * repeated.
   */
  readonly retries?: number | undefined;
}

type Fetch = NonNullable<ClientOptions['fetch']>;

/** What the client knows of an operation; see `routes.ts`. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly has: (mark: string) => boolean;
  readonly succeeds: (status: number) => boolean;
}

export const readRoute = (text: string): Route => {
  const [method = '', path = '', ...marks] = text.split(' ');
  const has = (mark: string): boolean => marks.includes(mark);
  const isUsual = !marks.some((mark) => /^\d/.test(mark));
  return {
    method,
    path,
    has,
    succeeds: (status) => has(String(status)) || (isUsual && status === 200),
  };
};

/** The input of any operation. */
export interface AnyRequest {
  readonly params?: Members;
  readonly query?: Members;
  readonly headers?: Members | undefined;
  readonly body?: Members;
  readonly signal?: Signal | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The output of any operation. */
interface AnyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

/** Longer pauses are for the caller to decide. */
const longestPauseMs = 60_000;

/** @throws ApiError for an error of the service, and for a redirect that the operation does not declare. */
export const send = async (
  options: ClientOptions,
  route: Route,
  request: AnyRequest,
): Promise<AnyResponse> => {
  const { retries = 3 } = options;
  const isRepeatable = route.method === 'GET' || route.has('key');
  const { idempotencyKey = retries > 0 ? randomKey() : undefined } = request;
  const key = route.has('key') ? { 'Idempotency-Key': idempotencyKey } : {};
  const headers = { ...request.headers, ...key };
  for (let left = isRepeatable ? retries : 0; ; left -= 1) {
    try {
      return await sendOnce(options, route, { ...request, headers });
    } catch (error) {
      const pauseMs = error instanceof ApiError ? pauseOf(error) : undefined;
      if (left <= 0 || pauseMs === undefined) throw error;
      await pauseUntil(spread(pauseMs), request.signal);
    }
  }
};

const pauseOf = ({ status, retryAfterMs = Infinity }: ApiError): number | undefined =>
  (status === 429 || status === 503) && retryAfterMs <= longestPauseMs ? retryAfterMs : undefined;

const sendOnce = async (
  { baseUrl, fetch = platformFetch, credentials, handling = 'strict' }: ClientOptions,
  { method, path, has, succeeds }: Route,
  { params = {}, query = {}, headers = {}, body, signal }: AnyRequest,
): Promise<AnyResponse> => {
  const content = body === undefined ? {} : encodeBody(has, body);
  const response = await fetch(`${baseUrl}${pathOf(path, has, params)}${queryOf(query)}`, {
    method,
    headers: {
      ...(handling === 'strict' && { Prefer: strictHandling }),
      ...headersOf(credentials),
      ...defined(headers),
      ...content.headers,
    },
    redirect: 'manual',
    ...(content.body !== undefined && { body: content.body }),
    ...(signal && { signal }),
  });
  const { status } = response;
  if (!succeeds(status)) throw new ApiError(response, await readError(response));
  const sent = answerHeaders.map((name) => [name, response.headers.get(name)] as const);
  return {
    status,
    headers: Object.fromEntries(sent.filter(([, value]) => value !== null)),
    body: await readBody(has, response),
  };
};

const headersOf = (credentials: Credentials | undefined): Readonly<Record<string, string>> => {
  if (credentials === undefined) return {};
  return 'apiToken' in credentials
    ? { 'X-API-Key': credentials.apiToken }
    : { Authorization: `Bearer ${credentials.sessionToken}` };
};

/** What every platform with `fetch` has. The contracts compile without one. */
const platform = globalThis as unknown as {
  readonly fetch: Fetch;
  readonly crypto: { randomUUID(): string };
};

const platformFetch: Fetch = (url, request) => platform.fetch(url, request);

const randomKey = (): string => platform.crypto.randomUUID();
