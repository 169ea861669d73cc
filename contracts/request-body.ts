import { Type, type Static, type TObject } from 'typebox';

/** How many bytes a body may have, where nothing else is said. */
export const defaultBodyLimit: number = 64 * 1024;

/** `application/json`. Values are taken as they are: `"1"` is not a number. */
export interface JsonBody<S extends TObject = TObject> {
  readonly kind: 'json';
  readonly schema: S;
  /** Bytes; a longer body is 413. */
  readonly limit: number;
  readonly example?: Static<S>;
}

/** `application/x-www-form-urlencoded`, as an HTML form sends it. */
export interface FormBody<S extends TObject = TObject> {
  readonly kind: 'form';
  readonly schema: S;
  readonly limit: number;
  /** When false, a body that is absent or of another media type is passed over. */
  readonly required: boolean;
}

/** `multipart/form-data`: exactly one file, in the part `file`, and text parts. */
export interface UploadBody<S extends TObject = TObject> {
  readonly kind: 'upload';
  /** The text parts by name. The text of a part whose schema is an object is JSON. */
  readonly schema: S;
  /** Bytes of one text part. How long the file may be is a setting of the service. */
  readonly limit: number;
  /** Whether the text parts come before the file, so that they are known before it is read. */
  readonly fileLast: boolean;
}

/** The CSRF token as a part of a body, for pages, which cannot send `X-CSRF-Token`. */
export const csrfField = {
  _csrf: Type.Optional(
    Type.String({
      description: 'For pages, which cannot send `X-CSRF-Token`. A file comes after it.',
    }),
  ),
};

export type RequestBody = JsonBody | FormBody | UploadBody;

/** The file of an upload. */
export interface UploadedFile {
  /** As the client called it; not to be trusted as a path. */
  readonly name: string;
  /** Can be read once, as it arrives. Ends with an error when the body is cut short. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An upload while it arrives. */
export interface Upload<Fields> {
  readonly file: UploadedFile;
  /**
   * The text parts. Unless the file comes last, ask only once `file.bytes` has ended: a part that
   * follows the file is not known before. Rejects with `invalid_input`.
   */
  readonly fields: () => Promise<Fields>;
}

/** What of a body reaches a handler. */
export type Content<B extends RequestBody> =
  | (B extends UploadBody ? Upload<Static<B['schema']>> : Static<B['schema']>)
  | (B extends { readonly required: false } ? undefined : never);

interface JsonBodyOptions<S extends TObject> {
  readonly limit?: number;
  readonly example?: Static<S>;
}

export const jsonBody = <S extends TObject>(
  schema: S,
  options: JsonBodyOptions<S> = {},
): JsonBody<S> => ({ kind: 'json', schema, limit: defaultBodyLimit, ...options });
