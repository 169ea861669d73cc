import type { Context } from 'koa';
import type { RequestBody } from '../../../contracts/index.ts';
import { noBody, type CheckFormToken, type OpenBody } from '../../http/body/operation-input.ts';
import { formReader, jsonReader } from './text-body.ts';
import { uploadReader } from './upload-body.ts';

/** @throws DomainError as the readers of bodies do; and whatever `checkToken` throws. */
export type OpenOperationBody = (
  ctx: Context,
  checkToken: CheckFormToken,
  isStrict: boolean,
) => Promise<OpenBody>;

export const bodyOpener = (body: RequestBody | undefined): OpenOperationBody => {
  if (body === undefined) return async () => noBody;
  if (body.kind === 'upload') {
    const open = uploadReader(body);
    return async (ctx, checkToken, isStrict) => {
      const { upload, close } = await open(ctx, checkToken, isStrict);
      return { content: upload, close };
    };
  }
  const read = body.kind === 'form' ? formReader(body) : jsonReader(body);
  if (body.isDeferred !== true) {
    return async (...parameters) => ({ ...noBody, content: await read(...parameters) });
  }
  return async (...parameters) => ({ ...noBody, content: () => read(...parameters) });
};
