import type { Context } from 'koa';
import { isConditional, type Operation } from '../../../contracts/index.ts';
import {
  answerReader,
  contentTypes,
  type Answer,
  type BodyKind,
} from '../../http/answer/operation-answer.ts';
import type { ContentCoding } from './content-coding.ts';
import { matchesTag } from '../../http/answer/entity-tag.ts';
import { pageHeaders } from '../../http/pages/page-policy.ts';
import { openBody, type OpenedBody } from './open-body.ts';

/** Sends the result of an operation's handler. @param coding for a body that is worth compressing. */
export type SendAnswer = (
  ctx: Context,
  output: unknown,
  coding: ContentCoding | undefined,
) => Promise<void>;

/** @param headersOfPage those of an answer that is a page. */
export const answerWriter = (
  operation: Operation,
  headersOfPage: typeof pageHeaders,
): SendAnswer => {
  const { success } = operation;
  const read = answerReader(operation);
  const isConditionalGet = isConditional(operation);
  return async (ctx, output, coding) => {
    const answer = read(output);
    // Before the range is applied (RFC 9110, section 13.2.2).
    if (isConditionalGet && isNotModified(ctx, answer)) {
      setHeaders(ctx, answer.headers);
      ctx.remove('Content-Range');
      ctx.status = 304;
      return;
    }
    // Opened before the status is set, so that a failure can still become an error answer.
    const opened = await openBody(ctx, success.kind, answer.body, coding);
    ctx.status = answer.status;
    setHeaders(ctx, answer.headers);
    // Caches must not store an error, whatever the handler set for a success.
    if (answer.status >= 400) ctx.set('Cache-Control', 'no-store');
    if (success.kind === 'html') setHeaders(ctx, headersOfPage(ctx.headers));
    sendBody(ctx, success.kind, opened);
  };
};

const setHeaders = (ctx: Context, headers: Answer['headers']): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    // Other parts of the application add names too.
    if (name === 'Vary') ctx.vary(String(value));
    else if (name === 'Preference-Applied') addPreference(ctx, String(value));
    else ctx.set(name, typeof value === 'object' ? [...value] : String(value));
  }
};

const addPreference = (ctx: Context, preference: string): void => {
  const applied = ctx.res.getHeader('Preference-Applied');
  ctx.set(
    'Preference-Applied',
    typeof applied === 'string' ? `${applied}, ${preference}` : preference,
  );
};

const isNotModified = (ctx: Context, { headers }: Answer): boolean => {
  const tag = headers['ETag'];
  return tag !== undefined && matchesTag(ctx.headers['if-none-match'], String(tag));
};

const sendBody = (ctx: Context, kind: BodyKind, { body, coding }: OpenedBody): void => {
  if (body === undefined) return sendNothing(ctx);
  const type = contentTypes[kind];
  if (type !== undefined) ctx.set('Content-Type', type);
  if (coding !== undefined) ctx.set('Content-Encoding', coding);
  // Koa removes it when the body is a stream, and recomputes it for a buffer (HEAD).
  const length = ctx.res.getHeader('Content-Length');
  ctx.body = body;
  if (length !== undefined) ctx.set('Content-Length', String(length));
};

/** Sends the text with its length, in one write. */
export const sendText = (ctx: Context, type: string, text: string): void => {
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(text);
};

/** Sends a page in the language of its reader. */
export const sendPage = (ctx: Context, page: string): void => {
  setHeaders(ctx, pageHeaders(ctx.headers));
  sendText(ctx, 'text/html; charset=utf-8', page);
};

const sendNothing = (ctx: Context): void => {
  const { status } = ctx;
  ctx.body = null;
  // Koa sets 204 when the body is null.
  ctx.status = status;
};
