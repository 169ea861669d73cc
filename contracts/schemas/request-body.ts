import { Type, type Static, type TObject, type TSchema } from 'typebox';

/** The default limit of a body in bytes. */
export const defaultBodyLimit: number = 64 * 1024;

/** `application/json`. Values are not converted: `"1"` is not a number. */
export interface JsonBody<S extends TObject = TObject> {
  readonly kind: 'json';
  readonly schema: S;
  /** Bytes; a longer body is 413. */
  readonly limit: number;
  readonly example?: Static<S>;
  /** What the OpenAPI document shows instead of `schema`: for rules that the core checks. */
  readonly documented?: TSchema;
  /** Whether a request may have no body. */
  readonly isOptional?: true;
}

/** `application/x-www-form-urlencoded`, as an HTML form sends it. */
export interface FormBody<S extends TObject = TObject> {
  readonly kind: 'form';
  readonly schema: S;
  readonly limit: number;
  /** If false, a body that is missing or has another media type is ignored. */
  readonly required: boolean;
}

/** `multipart/form-data`: exactly one file, in the part `file`, and text parts. */
export interface UploadBody<S extends TObject = TObject> {
  readonly kind: 'upload';
  /** The text parts by name. The text of a part whose schema is an object is JSON. */
  readonly schema: S;
  /** The limit of one text part in bytes. The limit of the file is part of the configuration. */
  readonly limit: number;
  /** Whether all text parts must come before the file, so that they are known before it is read. */
  readonly fileLast: boolean;
}

/** The CSRF token as a part of the body, for HTML forms, which cannot send `X-CSRF-Token`. */
export const csrfField = {
  _csrf: Type.Optional(
    Type.String({
      description:
        'The CSRF token, for HTML forms, which cannot send `X-CSRF-Token`. Must come before a file.',
    }),
  ),
};

export type RequestBody = (JsonBody | FormBody | UploadBody) & {
  /**
   * Whether the handler reads the body itself: it gets a function that reads and validates it. For
   * operations that count a request before they read it.
   */
  readonly isDeferred?: true;
};

/** The same body, read by the handler. */
export const deferred = <B extends RequestBody>(body: B): B & { readonly isDeferred: true } => ({
  ...body,
  isDeferred: true,
});

/** The same body, which a request may omit. */
export const optional = <B extends JsonBody>(body: B): B & { readonly isOptional: true } => ({
  ...body,
  isOptional: true,
});

/** Whether the operation rejects a request without a body. */
export const isRequired = (body: RequestBody): boolean =>
  body.kind === 'form' ? body.required : body.kind === 'upload' || body.isOptional !== true;

/** The file of an upload. */
export interface UploadedFile {
  /** The name that the client sent. Do not use it as a path. */
  readonly name: string;
  /** Can be read once, while it arrives. Throws if the body ends too early. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An upload while it arrives. */
export interface Upload<Fields> {
  readonly file: UploadedFile;
  /**
   * Resolves with the text parts. Unless `fileLast` is true, call it only after `file.bytes` has
   * ended, because parts can follow the file. Rejects with `invalid_input`.
   */
  readonly fields: () => Promise<Fields>;
}

/** What a handler receives as the body. */
export type Content<B extends RequestBody> = B extends { readonly isDeferred: true }
  ? () => Promise<ParsedBody<B>>
  : ParsedBody<B>;

type ParsedBody<B extends RequestBody> =
  | (B extends UploadBody ? Upload<Static<B['schema']>> : Static<B['schema']>)
  | (B extends { readonly required: false } | { readonly isOptional: true } ? undefined : never);

export const jsonBody = <S extends TObject>(
  schema: S,
  options: Partial<Pick<JsonBody<S>, 'limit' | 'example' | 'documented'>> = {},
): JsonBody<S> => ({ kind: 'json', schema, limit: defaultBodyLimit, ...options });
