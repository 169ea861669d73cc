import type { Readable } from 'node:stream';
import { multipart } from 'formidable';
import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import type { Upload, UploadBody } from '../../contracts/index.ts';
import { DomainError, invalid, isDomainError } from '../../core/index.ts';
import { assertReadable, type ProveForm } from './body.ts';
import { uploadParts, type ArrivingFile, type UploadParts } from './upload-parts.ts';
import { uploadSource } from './upload-source.ts';
import type { Check, Compile } from './validation.ts';

/** An upload whose file has begun to arrive. */
export interface OpenUpload {
  readonly upload: Upload<unknown>;
  /** Reads no more of the body. */
  readonly close: () => void;
}

export type OpenUploadBody = (ctx: Context, prove: ProveForm) => Promise<OpenUpload>;

/**
 * Reads a body as it arrives: it is asked for more only as fast as the file's bytes are taken, and
 * never held. The bytes end well only once the whole body has been read and was right.
 *
 * @throws DomainError `unsupported_content_type`, `malformed_body`, `body_too_large`,
 *   `invalid_input`, `invalid_text`: for what goes wrong before the file begins. What goes wrong
 *   later is thrown by its bytes and its fields. What `prove` throws comes before all of these: to
 *   whom it was not proved, nothing is told of the body.
 */
export const uploadReader = (body: UploadBody, compile: Compile): OpenUploadBody => {
  const check = compile(body.schema);
  return async (ctx, prove) => {
    assertReadable(ctx, 'multipart/form-data');
    const parts = uploadParts(body, () => source);
    const source = uploadSource(ctx.req, parts.deliveredBytes);
    // Told to whoever reads; it must not reach the process when nobody does.
    source.on('error', () => undefined);
    const failure = parse(ctx, source, parts.receive).then(parts.refusal, uploadError);
    const close = (): void => {
      source.destroy(new Error('Nobody reads the upload any more'));
    };
    try {
      const withoutFile = failure.then((error) => {
        throw error ?? missingFile();
      });
      const begun = Promise.race([parts.file, withoutFile]);
      // What went wrong is thrown below.
      await begun.catch(() => undefined);
      const field = parts.texts.get('_csrf');
      await prove(typeof field === 'string' ? field : undefined);
      const file = await begun;
      const fields = fieldsReader(body, check, parts, failure);
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

const parse = async (
  ctx: Context,
  source: Readable,
  receive: UploadParts['receive'],
): Promise<void> => {
  const parser = koaBody({
    json: false,
    urlencoded: false,
    text: false,
    multipart: true,
    // Its other parsers go by any word in the media type, the boundary's too, and fill the disk.
    formidable: { onPart: receive, enabledPlugins: [multipart] },
  });
  // The parser looks at a request's headers and its stream; this one is the same but for the pace.
  const request = Object.assign(source, { headers: ctx.req.headers });
  const slowed = Object.create(ctx, { req: { value: request } }) as Context;
  await parser(slowed, async () => undefined);
};

type Failure = Promise<Error | undefined>;

async function* bytesOf({ bytes }: ArrivingFile, failure: Failure): AsyncGenerator<Uint8Array> {
  bytes.on('error', () => undefined);
  void failure.then((error) => error && bytes.destroy(error));
  yield* bytes;
  const error = await failure;
  if (error !== undefined) throw error;
}

const fieldsReader =
  (
    { fileLast }: UploadBody,
    check: Check,
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

/** The parser's own errors are about the form of the body; their words stay inside. */
const uploadError = (cause: unknown): Error => {
  if (isDomainError(cause)) return cause;
  if (cause instanceof Error && 'httpCode' in cause) {
    return new DomainError('malformed_body', 'The body is not valid multipart/form-data', {
      cause,
    });
  }
  return cause instanceof Error ? cause : new Error('The upload failed', { cause });
};
