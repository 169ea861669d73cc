import type { Static, TObject, TSchema } from 'typebox';
import type { JsonPartsOf, JsonTextOf } from './json-text.ts';
import type { Content, RequestBody } from './request-body.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

/**
 * Who may call, and what becomes of the credentials.
 *
 * - `none`: nobody is asked; credentials are not looked at.
 * - `lenient`: good credentials are used, others are passed over. For ending a session, and for
 *   pages that show who is signed in.
 * - `public`: credentials are optional; bad ones are 401.
 * - `user`: a session is required (401); an API token is 403.
 * - `admin`: a session is required (401), of an admin (403).
 *
 * Whichever it is, an API token that writes is 403, and 401 when it is bad.
 */
export type Auth = 'none' | 'lenient' | 'public' | 'user' | 'admin';

/** The groups of the document, in its order. */
export const tags = [
  'Content',
  'Collections',
  'Media',
  'Accounts',
  'API tokens',
  'Users',
  'Settings',
  'Plugins',
  'Transfer',
  'System',
] as const;
export type Tag = (typeof tags)[number];

/** What an operation can be refused with. 405 belongs to a path, not to an operation. */
export const errorStatuses = [400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 503] as const;
export type ErrorStatus = (typeof errorStatuses)[number];

/** One endpoint, described once: routed, validated and documented from here. */
export interface Operation {
  readonly method: Method;
  /** OpenAPI path template, for example `/api/content/{id}`. Parameters are whole segments. */
  readonly path: string;
  /** Whether the last parameter takes all segments that are left, slashes included. */
  readonly takesRest?: true;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly auth: Auth;
  /** A GET that changes something all the same. There is no HEAD for it, which must change nothing. */
  readonly changes?: true;
  /** Path parameters are text; one that names nothing is 404, not 400. */
  readonly params?: TObject;
  /** Values come as text: integers in decimal, booleans as `true` or `false`. Repeated: 400. */
  readonly query?: TObject;
  /** Request headers that the handler reads, by their usual spelling. All are optional text. */
  readonly headers?: TObject;
  readonly body?: RequestBody;
  readonly success: Success;
  /** Refusals beyond those that follow from the rest; see `errorsOf`. */
  readonly errors?: readonly ErrorStatus[];
}

/** Other statuses of the answer, and what each means. */
type Alternatives = Readonly<Record<number, string>>;

interface AnyAnswer {
  /**
   * Response headers that the handler sets. `Set-Cookie` is a list: one header line each. With an
   * `ETag` on a GET, the router answers 304 to an `If-None-Match` that holds.
   */
  readonly headers?: TObject;
  readonly alternatives?: Alternatives;
}

export interface JsonAnswer extends AnyAnswer {
  readonly kind: 'json';
  readonly status: 200 | 201;
  readonly schema: TSchema;
  /** Of the body, for the document. */
  readonly example?: unknown;
}

/** A page for people. Refusals of the operation are pages too. */
export interface PageAnswer extends AnyAnswer {
  readonly kind: 'html';
  readonly status: 200;
}

/** Its headers name the `Location`. Refusals of the operation are pages. */
export interface RedirectAnswer extends AnyAnswer {
  readonly kind: 'redirect';
  readonly status: 302 | 303;
  readonly headers: TObject;
}

/** Bytes of the type that its headers name. */
export interface BytesAnswer extends AnyAnswer {
  readonly kind: 'bytes';
  readonly status: 200;
}

/** One JSON value a line, as it is made: `application/x-ndjson`. */
export interface LinesAnswer extends AnyAnswer {
  readonly kind: 'ndjson';
  readonly status: 200;
  /** Of one line. */
  readonly schema: TSchema;
}

export type Success = JsonAnswer | PageAnswer | RedirectAnswer | BytesAnswer | LinesAnswer;

/** Operations by their `operationId`. */
export type Operations = Readonly<Record<string, Operation>>;

/** Keeps the literal types, so that {@link Input} and {@link Output} can read them. */
export const defineOperations = <const T extends Operations>(operations: T): T => operations;

type Part<O, Key extends string> = O extends { readonly [K in Key]: infer S extends TObject }
  ? Static<S>
  : undefined;

/** What a handler of the operation receives, already validated. Undeclared parts are undefined. */
export interface Input<O extends Operation> {
  readonly params: Part<O, 'params'>;
  readonly query: Part<O, 'query'>;
  readonly headers: Part<O, 'headers'>;
  readonly body: O extends { readonly body: infer B extends RequestBody } ? Content<B> : undefined;
}

/** A JSON value, or the text of one that was rendered before. */
type Rendered<S extends TSchema> = Static<S> | JsonTextOf<Static<S>>;

/** Writes line after line; each `write` resolves when the next may come. */
export type Lines<T> = (write: (line: T) => Promise<void>) => Promise<void>;

/** The body of an answer. */
export type Payload<S extends Success> = S extends JsonAnswer
  ? Rendered<S['schema']> | JsonPartsOf<Static<S['schema']>>
  : S extends LinesAnswer
    ? Lines<Rendered<S['schema']>>
    : S extends PageAnswer
      ? string
      : S extends BytesAnswer
        ? AsyncIterable<Uint8Array> | undefined
        : undefined;

/** An answer with more than a body. */
export type Reply<S extends Success> = {
  /** The operation's own status when absent. */
  readonly status?: S['status'] | AlternativeStatus<S>;
  readonly body: Payload<S>;
} & (S extends { readonly headers: infer H extends TObject }
  ? { readonly headers: Static<H> }
  : unknown);

type AlternativeStatus<S> = S extends { readonly alternatives: infer A } ? keyof A : never;

/** The bare body, or a {@link Reply} where the operation declares headers or other statuses. */
export type Output<O extends Operation> = O['success'] extends
  | { readonly headers: TObject }
  | { readonly alternatives: Alternatives }
  ? Reply<O['success']>
  : Payload<O['success']>;

/** Tells at run time which of the two forms of {@link Output} an operation's handler returns. */
export const returnsReply = ({ success }: Operation): boolean =>
  success.headers !== undefined || success.alternatives !== undefined;

/** One handler per operation; a missing or surplus one does not compile. */
export type Handlers<T extends Operations, Context> = {
  readonly [K in keyof T]: (input: Input<T[K]> & Context) => Promise<Output<T[K]>>;
};
