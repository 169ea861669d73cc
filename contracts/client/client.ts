import type { Static, TObject } from 'typebox';
import type { ErrorCode } from '../../core/index.ts';
import { api, type Api } from '../api.ts';
import {
  defined,
  encodeBody,
  pathOf,
  queryOf,
  readBody,
  readError,
  type FetchRequest,
  type FetchResponse,
  type FileToUpload,
  type Members,
  type ResponseBody,
} from './client-messages.ts';
import type { ErrorDto } from '../schemas/envelope.ts';
import type { Operation } from '../operation.ts';
import { strictHandling } from '../schemas/request-headers.ts';
import type { RequestBody, UploadBody } from '../schemas/request-body.ts';

export type { FetchRequest, FetchResponse, FileToUpload } from './client-messages.ts';

/** Who sends the requests: a session token may write, an API token only reads. */
export type Credentials = { readonly sessionToken: string } | { readonly apiToken: string };

export interface ClientOptions {
  /** URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The platform's `fetch`, or a function that wraps it. The client passes its errors on. */
  fetch(this: void, url: string, request?: FetchRequest): Promise<FetchResponse>;
  /** Without credentials the client reads what is public. */
  readonly credentials?: Credentials | undefined;
  /**
   * What the service does with members and parameters that it does not know: `strict`, the default,
   * rejects them; `lenient` ignores them. A page of another origin may send `strict` only if
   * `CORS_ALLOW_HEADERS` of the service names `Prefer`.
   */
  readonly handling?: 'strict' | 'lenient' | undefined;
}

/** An error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Undefined when another server answered, such as a proxy. */
  readonly code: ErrorCode | undefined;
  readonly details: string | undefined;
  readonly issues: ErrorDto['issues'];
  readonly referrers: ErrorDto['referrers'];
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(response: Pick<FetchResponse, 'status' | 'headers'>, error: ErrorDto) {
    super(error.error);
    this.status = response.status;
    this.code = error.code;
    this.details = error.details;
    this.issues = error.issues;
    this.referrers = error.referrers;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  }
}

type Fields<B extends RequestBody> = Omit<Static<B['schema']>, '_csrf'>;

type BodyOf<O> = O extends { readonly body: infer B extends RequestBody }
  ? B extends UploadBody
    ? Fields<B> & { readonly file: FileToUpload }
    : Fields<B>
  : never;

type PartOf<O, Key extends string> = O extends { readonly [K in Key]: infer S extends TObject }
  ? Static<S>
  : never;

/** Accepts undefined for what can be omitted. */
type Lenient<T> = {
  readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K];
};

/** A member that can be omitted when nothing in it is required; absent when `T` is `never`. */
type Member<Key extends string, T> = [T] extends [never]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [K in Key]?: Lenient<T> | undefined }
    : { readonly [K in Key]: Lenient<T> };

/** The input of an operation: the parts that it declares. */
export type ClientRequest<O extends Operation> = Member<'params', PartOf<O, 'params'>> &
  Member<'query', PartOf<O, 'query'>> &
  Member<'headers', PartOf<O, 'headers'>> &
  Member<'body', BodyOf<O>>;

type ResponseHeaders<S> = S extends { readonly headers: infer H extends TObject }
  ? { readonly [K in keyof Static<H>]?: string }
  : Readonly<Record<never, string>>;

/** A successful response. */
export interface ClientResponse<O extends Operation> {
  readonly status: number;
  /** The headers that the operation declares, as text. Those that the service did not send are absent. */
  readonly headers: ResponseHeaders<O['success']>;
  /** Bytes and lines arrive as they are read; read them to the end or leave the loop. */
  readonly body: ResponseBody<O['success']>;
}

type Arguments<T> = Record<never, never> extends T ? [request?: T] : [request: T];

/** One method for each operation, named by its id. */
export type Client = {
  readonly [K in keyof Api]: (
    ...args: Arguments<ClientRequest<Api[K]>>
  ) => Promise<ClientResponse<Api[K]>>;
};

/**
 * A client of the REST API. Its methods throw {@link ApiError} for an error of the service, and for a
 * redirect that the operation does not declare: following it would send the credentials elsewhere.
 */
export const createClient = (options: ClientOptions): Client => {
  const methods = Object.entries<Operation>(api).map(
    ([id, operation]) =>
      [id, (request: AnyRequest = {}) => send(options, operation, request)] as const,
  );
  return Object.fromEntries(methods) as unknown as Client;
};

interface AnyRequest {
  readonly params?: Members;
  readonly query?: Members;
  readonly headers?: Members;
  readonly body?: Members;
}

const send = async (
  { baseUrl, fetch, credentials, handling = 'strict' }: ClientOptions,
  operation: Operation,
  { params = {}, query = {}, headers = {}, body }: AnyRequest,
): Promise<ClientResponse<Operation>> => {
  const { method, success } = operation;
  const content = body === undefined ? {} : encodeBody(operation.body, body);
  const response = await fetch(`${baseUrl}${pathOf(operation, params)}${queryOf(query)}`, {
    method: method.toUpperCase(),
    headers: {
      ...(handling === 'strict' && { Prefer: strictHandling }),
      ...headersOf(credentials),
      ...defined(headers),
      ...content.headers,
    },
    redirect: 'manual',
    ...(content.body !== undefined && { body: content.body }),
  });
  const { status } = response;
  if (status !== success.status && success.alternatives?.[status] === undefined) {
    throw new ApiError(response, await readError(response));
  }
  const declared = Object.keys(success.headers?.properties ?? {});
  const sent = declared.map((name) => [name, response.headers.get(name)] as const);
  return {
    status,
    headers: Object.fromEntries(sent.filter(([, value]) => value !== null)) as Record<
      never,
      string
    >,
    body: await readBody(success, response),
  };
};

const headersOf = (credentials: Credentials | undefined): Readonly<Record<string, string>> => {
  if (credentials === undefined) return {};
  return 'apiToken' in credentials
    ? { 'X-API-Key': credentials.apiToken }
    : { Authorization: `Bearer ${credentials.sessionToken}` };
};
