import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Upload, UploadBody } from '../../../contracts/index.ts';
import { DomainError, invalid, isDomainError } from '../../../core/index.ts';
import { assertReadable, type CheckFormToken } from './text-body.ts';
import { uploadParts, type IncomingFile, type UploadParts } from './upload-parts.ts';
import { uploadSource } from './upload-source.ts';
import { checkOf } from './validation.ts';

/** An upload whose file is arriving. */
export interface OpenUpload {
  readonly upload: Upload<unknown>;
  /** Stops reading the body. */
  readonly close: () => void;
}

export type OpenUploadBody = (
  ctx: Context,
  checkToken: CheckFormToken,
  isStrict: boolean,
) => Promise<OpenUpload>;

/**
 * Streams the body: reads it only as fast as the file's bytes are consumed, and never holds it. The
 * bytes end without an error only if the whole body was valid.
 *
 * @throws DomainError `unsupported_content_type`, `malformed_body`, `body_too_large`,
 *   `invalid_input`, `invalid_text` for errors before the file begins. Later errors are thrown by
 *   the file's bytes and by the fields. Errors of `checkToken` come first: without a valid CSRF
 *   token the answer says nothing about the body.
 */
export const uploadReader = (body: UploadBody): OpenUploadBody => {
  const check = checkOf(body.schema);
  return async (ctx, checkToken, isStrict) => {
    assertReadable(ctx, 'multipart/form-data');
    const parse = await loadParser();
    const parts = uploadParts(body, isStrict, () => source);
    const source = uploadSource(ctx.req, parts.deliveredBytes);
    // Readers get the error; without a reader it must not end the process.
    source.on('error', () => undefined);
    const failure = parse(ctx, source, parts.receive).then(parts.error, uploadError);
    const close = (): void => {
      source.destroy(new Error('The upload is no longer read'));
    };
    try {
      const withoutFile = failure.then((error) => {
        throw error ?? missingFile();
      });
      const incoming = Promise.race([parts.file, withoutFile]);
      // Rethrown below, after the check of the token.
      await incoming.catch(() => undefined);
      const field = parts.texts.get('_csrf');
      checkToken(typeof field === 'string' ? field : undefined);
      const file = await incoming;
      const fields = fieldsReader(body, (value) => check(value, isStrict), parts, failure);
      return {
        upload: { file: { name: file.name, bytes: bytesOf(file, failure) }, fields },
        close,
      };
    } catch (error) {
      close();
      throw error;
    }
  };
};

type Parse = (ctx: Context, source: Readable, receive: UploadParts['receive']) => Promise<void>;

/** Loads the libraries for the first upload, not for every start. */
const loadParser = async (): Promise<Parse> => {
  const [{ koaBody }, { multipart }] = await Promise.all([
    import('koa-body'),
    import('formidable'),
  ]);
  return async (ctx, source, receive) => {
    const parser = koaBody({
      json: false,
      urlencoded: false,
      text: false,
      multipart: true,
      // The other plugins match any word of the media type, even in the boundary, and write to disk.
      formidable: { onPart: receive, enabledPlugins: [multipart] },
    });
    // The parser needs only the headers and the stream of a request; this stream is throttled.
    const request = Object.assign(source, { headers: ctx.req.headers });
    const throttled = Object.create(ctx, { req: { value: request } }) as Context;
    await parser(throttled, async () => undefined);
  };
};

type Failure = Promise<Error | undefined>;

async function* bytesOf({ bytes }: IncomingFile, failure: Failure): AsyncGenerator<Uint8Array> {
  bytes.on('error', () => undefined);
  void failure.then((error) => error && bytes.destroy(error));
  yield* bytes;
  const error = await failure;
  if (error !== undefined) throw error;
}

const fieldsReader =
  (
    { fileLast }: UploadBody,
    check: (value: unknown) => void,
    { texts }: UploadParts,
    failure: Failure,
  ): (() => Promise<unknown>) =>
  async () => {
    const error = fileLast ? undefined : await failure;
    if (error !== undefined) throw error;
    const fields = Object.fromEntries(texts);
    check(fields);
    return fields;
  };

const missingFile = (): DomainError =>
  invalid('invalid_input', [{ path: 'file', message: 'is required' }]);

/** Replaces the parser's own errors; their messages do not reach the client. */
const uploadError = (cause: unknown): Error => {
  if (isDomainError(cause)) return cause;
  if (cause instanceof Error && 'httpCode' in cause) {
    return new DomainError('malformed_body', 'The body is not valid multipart/form-data', {
      cause,
    });
  }
  return cause instanceof Error ? cause : new Error('The upload failed', { cause });
};
