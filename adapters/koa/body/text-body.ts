import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { FormBody, JsonBody } from '../../../contracts/index.ts';
import { DomainError, second } from '../../../core/vocabulary.ts';
import { csrfOf, type CheckFormToken } from '../../http/body/operation-input.ts';
import type { RequestState } from '../request-state.ts';
import { readParameters } from '../../http/body/parameters.ts';
import { decodeText, parseJson } from '../../http/body/safe-json.ts';
import { assertReadable, bodyTooLarge, mediaTypes } from '../../http/body/readable-body.ts';
import { checkOf } from '../../http/body/validation.ts';

/**
 * Reads and validates the body of a request.
 *
 * @param isStrict rejects members that the operation does not have.
 */
export type ReadBody = (
  ctx: Context,
  checkToken: CheckFormToken,
  isStrict: boolean,
) => Promise<unknown>;

/** @throws DomainError `unsupported_content_type`, `body_too_large`, `malformed_body`, `invalid_text`, `invalid_input`. */
export const jsonReader = ({ schema, limit, isOptional }: JsonBody): ReadBody => {
  const check = checkOf(schema);
  const readText = textReader(mediaTypes.json, limit);
  return async (ctx, _checkToken, isStrict) => {
    if (isOptional === true && hasNoBody(ctx.req)) return undefined;
    const value = parseJson(await readText(ctx));
    check(value, isStrict);
    return value;
  };
};

const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** @throws DomainError as {@link jsonReader} does. @returns undefined if an optional body is missing. */
export const formReader = (body: FormBody): ReadBody => {
  const check = checkOf(body.schema);
  const type = mediaTypes.form;
  const readText = textReader(type, body.limit);
  return async (ctx, checkToken, isStrict) => {
    const isPresent = body.required || Boolean(ctx.is(type));
    const values = isPresent
      ? readParameters(body.schema, await readText(ctx), isStrict)
      : undefined;
    if (isPresent) check(values, isStrict);
    checkToken(csrfOf(values));
    return values;
  };
};

/** The most time that a client may take to send a body of this kind. */
const timeoutMs = 30 * second;

/** Reads a UTF-8 body of one media type. */
const textReader =
  (type: string, limit: number): ((ctx: Context) => Promise<string>) =>
  async (ctx) => {
    assertReadable(ctx, type);
    const text = decodeText(await readBytes(ctx.req, limit));
    (ctx.state as RequestState).keepText?.(text);
    return text;
  };

/** Stops reading at the limit. @throws DomainError `body_too_large`, `malformed_body`. */
const readBytes = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  const timer = setTimeout(() => request.destroy(), timeoutMs);
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const take = (chunk: Buffer): void => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > limit) stop();
      };
      const stop = (): void => {
        request.off('data', take).pause();
        reject(bodyTooLarge(limit));
      };
      const cut = (): void => reject(new DomainError('malformed_body', 'The body is incomplete'));
      // The client may have closed the connection before.
      if (request.destroyed) cut();
      else if (Number(request.headers['content-length']) > limit) stop();
      else request.on('data', take);
      request.on('close', cut).on('error', cut);
      request.on('end', () => {
        request.off('close', cut);
        resolve(Buffer.concat(chunks, length));
      });
    });
  } finally {
    clearTimeout(timer);
  }
};
