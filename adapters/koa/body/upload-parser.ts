import { Transform } from 'node:stream';
import type { PluginFunction } from 'formidable';
import type { Context } from 'koa';
import type { ExtendedFormidableOptions } from 'koa-body';
import { DomainError } from '../../../core/index.ts';

export type ReceivePart = NonNullable<ExtendedFormidableOptions['onPart']>;
export type Part = Parameters<ReceivePart>[0];

/**
 * Reads the `multipart/form-data` of a request. After an error or an abort, discards the rest: many
 * clients read the answer only after sending the whole body.
 *
 * @param reading stops the parser when it is aborted; aborted with `malformed_body` for too many bytes
 *   between the contents of parts.
 * @throws DomainError `malformed_body`; the abort.
 */
export const parseUpload = async (
  ctx: Context,
  receive: (part: Part) => void,
  reading: AbortController,
): Promise<void> => {
  // Loads the libraries for the first upload, not for every start.
  const [{ koaBody }, { multipart }] = await Promise.all([
    import('koa-body'),
    import('formidable'),
  ]);
  const parse = koaBody({
    json: false,
    urlencoded: false,
    text: false,
    multipart: true,
    // The other plugins match any word of the media type, even in the boundary, and write to disk.
    formidable: { onPart: receive, enabledPlugins: [multipart, overheadLimit(reading)] },
  });
  // The parser would wait for a client that closed the connection before.
  if (ctx.req.destroyed) throw incomplete();
  try {
    await parse(ctx, async () => undefined);
  } catch (cause) {
    reading.signal.throwIfAborted();
    throw ctx.req.readableAborted ? incomplete(cause) : malformed(cause);
  }
};

/** Limit for the bytes between the contents of parts: boundaries and part headers. */
const overheadBytes = 16 * 1024;

interface ParserEvent {
  readonly name: string;
  readonly start?: number;
  readonly end?: number;
}

/**
 * Limits the headers of parts, which the parser holds in memory and matches with slow patterns, before it
 * reads them; and everything else between contents, after each chunk.
 */
const overheadLimit =
  (reading: AbortController): PluginFunction =>
  (form) => {
    // The plugin before this one creates the parser, unless the boundary is missing.
    const parser: unknown = Reflect.get(form, '_parser');
    if (!(parser instanceof Transform)) return;
    reading.signal.addEventListener('abort', () => {
      // The parser goes on to the end of its chunk.
      parser.removeAllListeners('data').destroy(new Error('The upload is no longer read'));
    });
    let headers = 0;
    let contents = 0;
    const check = (bytes: number): void => {
      if (bytes <= overheadBytes) return;
      reading.abort(new DomainError('malformed_body', 'The headers of the parts are too long'));
    };
    parser.on('data', ({ name, start = 0, end = 0 }: ParserEvent) => {
      if (name === 'partData') contents += end - start;
      else check((headers += end - start));
    });
    form.on('progress', (received) => {
      setImmediate(() => check(received - contents));
    });
  };

const incomplete = (cause?: unknown): DomainError =>
  new DomainError('malformed_body', 'The body is incomplete', { cause });

/** Replaces the parser's errors, so that their messages do not reach the client. */
const malformed = (cause: unknown): DomainError =>
  new DomainError('malformed_body', 'The body is not valid multipart/form-data', { cause });
