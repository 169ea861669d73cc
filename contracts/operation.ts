import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../core/vocabulary.ts';
import type { JsonPartsOf, JsonTextOf, LateJsonOf } from './json-text.ts';
import type { Content, RequestBody } from './schemas/request-body.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

/**
 * Who may call the operation, and how credentials are treated.
 *
 * - `none`: anybody; credentials are not checked.
 * - `lenient`: anybody; valid credentials are used, invalid ones are ignored. For ending a session,
 *   and for pages that show who is signed in.
 * - `diagnostic`: anybody; valid credentials are used, and those that are invalid, or cannot be checked because a
 *   dependency is unavailable, are ignored. For the state of the dependencies.
 * - `public`: anybody; invalid credentials return 401.
 * - `user`: requires a session (401); an API token returns 403.
 * - `admin`: requires a session (401) of an admin (403).
 *
 * In all cases, a write with an API token returns 403, or 401 if the token is invalid.
 */
export type Auth = 'none' | 'lenient' | 'diagnostic' | 'public' | 'user' | 'admin';

/**
 * What the role of a user must allow, where the thing is: for `edit` and `delete` on the thing itself, which can be the
 * user's own; with `some`, on anything anywhere; with `all`, on everything there.
 */
export type NeededRight =
  | 'create'
  | 'edit'
  | 'edit some'
  | 'edit all'
  | 'delete'
  | 'delete some'
  | 'delete all';

/** The groups of operations in the OpenAPI document, in its order. */
export const tags = [
  'Content',
  'Previews',
  'Presence',
  'Trash',
  'Comments',
  'Saved views',
  'Collections',
  'Media',
  'Accounts',
  'API tokens',
  'Users',
  'Webhooks',
  'Mail',
  'Settings',
  'Locales',
  'Plugins',
  'Schema',
  'Audit',
  'Transfer',
  'System',
] as const;
export type Tag = (typeof tags)[number];

/** The statuses of error responses. 405 belongs to a path, not to an operation. */
export const errorStatuses = [
  400, 401, 403, 404, 409, 410, 412, 413, 415, 421, 422, 429, 500, 503,
] as const;
export type ErrorStatus = (typeof errorStatuses)[number];

/** The description of one endpoint. Routing, validation and documentation are derived from it. */
export interface Operation {
  readonly method: Method;
  /** OpenAPI path template, for example `/api/content/{id}`. Parameters are whole segments. */
  readonly path: string;
  /** Whether the last parameter matches all remaining segments, including slashes. */
  readonly takesRest?: true;
  /**
   * Marks a second path of another operation. It is not in the OpenAPI document, in which linters
   * reject a path that ends in a slash.
   */
  readonly isAlias?: true;
  /** Marks an operation that says whether the process answers, and uses nothing else. */
  readonly isProbe?: true;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly auth: Auth;
  /** With `auth: 'user'`: without it, every user may call the operation. The use case decides. */
  readonly right?: NeededRight;
  /** What must be configured. Without it, the operation returns 404 to everybody. */
  readonly needs?: 'identity provider';
  /**
   * Marks a GET that has side effects. It has them only if the user of a browser opens it, not if a page loads it.
   * It does not support HEAD, which must have none.
   */
  readonly changes?: true;
  /** Path parameters are strings. A value that matches no resource returns 404, not 400. */
  readonly params?: TObject;
  /** Values are strings: integers in decimal, booleans as `true` or `false`. A repeated parameter returns 400. */
  readonly query?: TObject;
  /** Request headers that the handler reads, in their usual spelling. All are optional strings. */
  readonly headers?: TObject;
  readonly body?: RequestBody;
  readonly success: Success;
  /** Error codes in addition to those that follow from the other members; see `errorCodesOf`. */
  readonly errors?: readonly ErrorCode[];
}

/** Other statuses of the response, with the meaning of each. */
type Alternatives = Readonly<Record<number, string>>;

interface AnyAnswer {
  /**
   * Response headers that the handler sets. `Set-Cookie` is a list with one entry per header line.
   * If a GET sets `ETag`, the router returns 304 when `If-None-Match` contains it.
   */
  readonly headers?: TObject;
  readonly alternatives?: Alternatives;
}

export interface JsonAnswer extends AnyAnswer {
  readonly kind: 'json';
  readonly status: 200 | 201;
  readonly schema: TSchema;
  /** An example of the body for the OpenAPI document. */
  readonly example?: unknown;
}

/** An HTML page. Error responses of the operation are pages too. */
export interface PageAnswer extends AnyAnswer {
  readonly kind: 'html';
  readonly status: 200;
}

/** A redirect to the `Location` in its headers. Error responses of the operation are pages. */
export interface RedirectAnswer extends AnyAnswer {
  readonly kind: 'redirect';
  readonly status: 302 | 303;
  readonly headers: TObject;
}

/** Bytes. The headers contain their `Content-Type`. */
export interface BytesAnswer extends AnyAnswer {
  readonly kind: 'bytes';
  readonly status: 200;
}

/** One JSON value per line, streamed: `application/x-ndjson`. */
export interface LinesAnswer extends AnyAnswer {
  readonly kind: 'ndjson';
  readonly status: 200;
  /** The schema of one line. */
  readonly schema: TSchema;
}

/** Server-Sent Events, without an end: `text/event-stream`. The body is the text of the stream. */
export interface EventsAnswer extends AnyAnswer {
  readonly kind: 'events';
  readonly status: 200;
}

export type Success =
  | JsonAnswer
  | PageAnswer
  | RedirectAnswer
  | BytesAnswer
  | LinesAnswer
  | EventsAnswer;

/** Operations by `operationId`. */
export type Operations = Readonly<Record<string, Operation>>;

/** Preserves the literal types for {@link Input} and {@link Output}. */
export const defineOperations = <const T extends Operations>(operations: T): T => operations;

type Part<O, Key extends string> = O extends { readonly [K in Key]: infer S extends TObject }
  ? Static<S>
  : undefined;

/** The validated input of a handler. Parts that the operation does not declare are undefined. */
export interface Input<O extends Operation> {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly headers: Part<O, 'headers'>;
  readonly body: O extends { readonly body: infer B extends RequestBody } ? Content<B> : undefined;
}

/** A JSON value, or JSON text that is already rendered. */
type Rendered<S extends TSchema> = Static<S> | JsonTextOf<Static<S>>;

/** Writes the lines. Each `write` resolves when the next line can be written. */
export type Lines<T> = (write: (line: T) => Promise<void>) => Promise<void>;

/** The body of a response. */
export type Payload<S extends Success> = S extends JsonAnswer
  ? Rendered<S['schema']> | LateJsonOf<Static<S['schema']>> | JsonPartsOf<Static<S['schema']>>
  : S extends LinesAnswer
    ? Lines<Rendered<S['schema']>>
    : S extends PageAnswer
      ? string
      : S extends BytesAnswer
        ? AsyncIterable<Uint8Array> | undefined
        : S extends EventsAnswer
          ? AsyncIterable<string | Uint8Array>
          : undefined;

/** A response with a body, headers or another status. */
export type Reply<S extends Success> = {
  /** Default: the operation's own status. */
  readonly status?: S['status'] | AlternativeStatus<S>;
  readonly body: Payload<S>;
} & (S extends { readonly headers: infer H extends TObject }
  ? { readonly headers: Static<H> }
  : unknown);

type AlternativeStatus<S> = S extends { readonly alternatives: infer A } ? keyof A : never;

/** The return value of a handler: a {@link Reply} if the operation declares headers or other statuses, else the body. */
export type Output<O extends Operation> = O['success'] extends
  | { readonly headers: TObject }
  | { readonly alternatives: Alternatives }
  ? Reply<O['success']>
  : Payload<O['success']>;

/** Whether the handler of the operation returns a {@link Reply}, see {@link Output}. */
export const returnsReply = ({ success }: Operation): boolean =>
  success.headers !== undefined || success.alternatives !== undefined;

/** One handler per operation. A missing or extra handler does not compile. */
export type Handlers<T extends Operations, Context> = {
  readonly [K in keyof T]: (input: Input<T[K]> & Context) => Promise<Output<T[K]>>;
};
