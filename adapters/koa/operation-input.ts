import type { Context } from 'koa';
import type { Operation, RequestBody } from '../../contracts/index.ts';
import { isStorable, notFound } from '../../core/index.ts';
import { formReader, jsonReader, type ProveForm } from './body.ts';
import { readParameters } from './text-parameters.ts';
import { uploadReader } from './upload-body.ts';
import type { Compile } from './validation.ts';

/** What of a request its handler receives, checked. */
export interface CheckedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The body, and what lets go of it once it was handled. */
export interface OpenBody {
  readonly content: unknown;
  readonly close: () => void;
}

export interface InputReader {
  /** @throws DomainError `not_found` for a path that can name nothing, `invalid_input`, `invalid_text`. */
  readonly readHead: (ctx: Context, params: Readonly<Record<string, string>>) => CheckedInput;
  /** @throws DomainError as the readers of bodies do, and what `prove` throws. */
  readonly openBody: (ctx: Context, prove: ProveForm) => Promise<OpenBody>;
}

export const inputReader = (operation: Operation, compile: Compile): InputReader => {
  const { query } = operation;
  const checkQuery = query && compile(query);
  const headerNames = Object.keys(operation.headers?.properties ?? {});
  return {
    readHead: (ctx, params) => {
      if (!Object.values(params).every(isStorable)) throw notFound('Page');
      const parameters = query && readParameters(query, ctx.querystring);
      checkQuery?.(parameters);
      return { params, query: parameters, headers: pickHeaders(ctx, headerNames) };
    },
    openBody: bodyReader(operation.body, compile),
  };
};

const pickHeaders = (ctx: Context, names: readonly string[]): CheckedInput['headers'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      // Ranges are defined for GET alone (RFC 9110, section 14.2).
      if (name === 'Range' && ctx.method !== 'GET') return [];
      // A condition that is empty is there all the same, and holds for nothing.
      return ctx.headers[name.toLowerCase()] === undefined ? [] : [[name, ctx.get(name)]];
    }),
  );

const nothing: OpenBody = { content: undefined, close: () => undefined };

const bodyReader = (body: RequestBody | undefined, compile: Compile): InputReader['openBody'] => {
  if (body === undefined) return async () => nothing;
  if (body.kind === 'upload') {
    const open = uploadReader(body, compile);
    return async (ctx, prove) => {
      const { upload, close } = await open(ctx, prove);
      return { content: upload, close };
    };
  }
  if (body.kind === 'form') {
    const read = formReader(body, compile);
    return async (ctx, prove) => ({ ...nothing, content: await read(ctx, prove) });
  }
  const read = jsonReader(body, compile);
  return async (ctx) => ({ ...nothing, content: await read(ctx) });
};
