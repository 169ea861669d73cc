import type { Static, TObject } from 'typebox';
import type { Operation } from '../operation.ts';
import type { RequestBody, UploadBody } from '../schemas/request-body.ts';
import type { FileToUpload, ResponseBody } from './client-messages.ts';
import type { Signal } from './pause.ts';

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
  Member<'body', BodyOf<O>> & {
    /** Ends the request: it then rejects with the reason of the signal. */
    readonly signal?: Signal | undefined;
    /** Of a write of content, media or collections. Default: a new one for each request. */
    readonly idempotencyKey?: string | undefined;
  };

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
