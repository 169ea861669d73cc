import type { Context } from 'koa';
import type { Operation, RequestBody } from '../../../contracts/index.ts';
import { isStorable, notFound } from '../../../core/index.ts';
import { readParameters } from './parameters.ts';
import { formReader, jsonReader, type CheckFormToken } from './text-body.ts';
import { uploadReader } from './upload-body.ts';
import { checkOf } from './validation.ts';

/** The validated path, query and headers that the handler gets. */
export interface CheckedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The validated body. An upload is still arriving; a deferred body is a function that reads it. */
export interface OpenBody {
  readonly content: unknown;
  /** Stops reading. */
  readonly close: () => void;
}

export interface InputReader {
  /** @throws DomainError `not_found` for a path parameter that no record can have, `invalid_input`, `invalid_text`. */
  readonly readHead: (
    ctx: Context,
    params: Readonly<Record<string, string>>,
    isStrict: boolean,
  ) => CheckedInput;
  /** @throws DomainError as the readers of bodies do; and whatever `checkToken` throws. */
  readonly openBody: (
    ctx: Context,
    checkToken: CheckFormToken,
    isStrict: boolean,
  ) => Promise<OpenBody>;
}

/** With strict handling, an operation without parameters rejects every query. */
const assertNoQuery = (ctx: Context): void => {
  readParameters({ properties: {} }, ctx.querystring, true);
};

export const inputReader = (operation: Operation): InputReader => {
  const { query } = operation;
  const checkQuery = query && checkOf(query);
  const headerNames = Object.keys(operation.headers?.properties ?? {});
  return {
    readHead: (ctx, params, isStrict) => {
      if (!Object.values(params).every(isStorable)) throw notFound('Page');
      const parameters = query && readParameters(query, ctx.querystring, isStrict);
      if (query === undefined && isStrict) assertNoQuery(ctx);
      checkQuery?.(parameters, false);
      return { params, query: parameters, headers: pickHeaders(ctx, headerNames) };
    },
    openBody: bodyReader(operation.body),
  };
};

const pickHeaders = (ctx: Context, names: readonly string[]): CheckedInput['headers'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      // Ranges apply to GET only (RFC 9110, section 14.2).
      if (name === 'Range' && ctx.method !== 'GET') return [];
      // An empty condition counts: it matches nothing.
      return ctx.headers[name.toLowerCase()] === undefined ? [] : [[name, ctx.get(name)]];
    }),
  );

const nothing: OpenBody = { content: undefined, close: () => undefined };

const bodyReader = (body: RequestBody | undefined): InputReader['openBody'] => {
  if (body === undefined) return async () => nothing;
  if (body.kind === 'upload') {
    const open = uploadReader(body);
    return async (ctx, checkToken, isStrict) => {
      const { upload, close } = await open(ctx, checkToken, isStrict);
      return { content: upload, close };
    };
  }
  const read = body.kind === 'form' ? formReader(body) : jsonReader(body);
  if (body.isDeferred !== true) {
    return async (...parameters) => ({ ...nothing, content: await read(...parameters) });
  }
  return async (...parameters) => ({ ...nothing, content: () => read(...parameters) });
};
