import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import type { FormBody, JsonBody } from '../../contracts/index.ts';
import { DomainError, second } from '../../core/index.ts';
import { assertNotStrange } from './strange-json.ts';
import { readParameters } from './text-parameters.ts';
import type { Compile } from './validation.ts';

/** Reads the body of a request, checked. */
export type ReadBody = (ctx: Context) => Promise<unknown>;

/**
 * Is given the field `_csrf` of a form as soon as it is known, before anything is made of the rest.
 *
 * @throws DomainError `csrf_failed`.
 */
export type ProveForm = (field: string | undefined) => Promise<void>;

/** @throws DomainError `unsupported_content_type`, `body_too_large`, `malformed_body`, `invalid_text`, `invalid_input`. */
export const jsonReader = ({ schema, limit }: JsonBody, compile: Compile): ReadBody => {
  const check = compile(schema);
  const readText = textReader('application/json', limit);
  return async (ctx) => {
    const text = await readText(ctx);
    const value = parseJson(text);
    assertNotStrange(value, text);
    check(value);
    return value;
  };
};

/** @throws DomainError as {@link jsonReader} does. @returns undefined for an optional body that is not there. */
export const formReader = (
  body: FormBody,
  compile: Compile,
): ((ctx: Context, prove: ProveForm) => Promise<unknown>) => {
  const check = compile(body.schema);
  const type = 'application/x-www-form-urlencoded';
  const readText = textReader(type, body.limit);
  return async (ctx, prove) => {
    const isThere = body.required || Boolean(ctx.is(type));
    const values = isThere ? readParameters(body.schema, await readText(ctx)) : undefined;
    if (isThere) check(values);
    await prove(csrfOf(values));
    return values;
  };
};

const csrfOf = (form: unknown): string | undefined =>
  typeof form === 'object' && form !== null && '_csrf' in form && typeof form._csrf === 'string'
    ? form._csrf
    : undefined;

/** How long the bytes of a body may take. What needs longer is no JSON from a working client. */
const deadlineMs = 30 * second;

/** Reads a body of one media type that is UTF-8. */
const textReader = (type: string, limit: number): ((ctx: Context) => Promise<string>) => {
  const parse = koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    text: true,
    textTypes: [type],
    textLimit: limit,
    // Without an encoding the bytes come as they are, and what is no UTF-8 can be told.
    encoding: '',
  });
  return async (ctx) => {
    assertReadable(ctx, type);
    const deadline = setTimeout(() => ctx.req.destroy(), deadlineMs);
    try {
      await parse(ctx, async () => undefined);
    } catch (error) {
      throw bodyError(ctx, error, limit);
    } finally {
      clearTimeout(deadline);
    }
    return decode(ctx.request.body);
  };
};

/** @throws DomainError `unsupported_content_type`, `malformed_body` when there is none. */
export const assertReadable = (ctx: Context, type: string): void => {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new DomainError('unsupported_content_type', 'The body must not be compressed');
  }
  const matches = ctx.is(type);
  if (matches === null) throw new DomainError('malformed_body', `There is no body: send ${type}`);
  if (matches === false) {
    throw new DomainError('unsupported_content_type', `The body must be ${type}`);
  }
};

const decode = (bytes: unknown): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Buffer.isBuffer(bytes) ? bytes : undefined,
    );
  } catch (cause) {
    throw new DomainError('malformed_body', 'The body is not valid UTF-8', { cause });
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError('malformed_body', 'The body is not valid JSON', { cause });
  }
};

const bodyError = ({ req }: Context, error: unknown, limit: number): unknown => {
  const status = typeof error === 'object' && error !== null && 'status' in error && error.status;
  if (status === 413) {
    return new DomainError('body_too_large', `The body may have at most ${limit} bytes`, {
      cause: error,
    });
  }
  // Who has left may be gone before anybody began to read.
  return status === 400 || req.destroyed ? notWhole(error) : error;
};

const notWhole = (cause: unknown): DomainError =>
  new DomainError('malformed_body', 'The body did not arrive whole', { cause });
