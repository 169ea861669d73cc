import type { Context } from 'koa';
import type { Upload, UploadBody } from '../../../contracts/index.ts';
import { invalid, type DomainError } from '../../../core/index.ts';
import type { CheckFormToken } from '../../http/body/operation-input.ts';
import { assertReadable } from '../../http/body/readable-body.ts';
import { parseUpload } from './upload-parser.ts';
import { uploadParts, type IncomingFile, type UploadParts } from './upload-parts.ts';
import { checkOf } from '../../http/body/validation.ts';

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
    const reading = new AbortController();
    const parts = uploadParts(body, isStrict, ctx.req, reading);
    const failure = parseUpload(ctx, parts.receive, reading).then(
      () => undefined,
      (error: Error) => error,
    );
    const close = (): void => {
      reading.abort(new Error('The upload is no longer read'));
      ctx.req.resume();
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
