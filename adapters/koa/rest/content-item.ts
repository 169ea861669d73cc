import type { contentItemAnswer, Reply } from '../../../contracts/index.ts';
import { joinChunks, type RenderedItem } from '../../../core/index.ts';
import { cacheHeaders } from '../answer/cache-headers.ts';
import { versionTag } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request-context.ts';
import { timed } from './envelope.ts';
import { asJsonChunks } from './render-json.ts';

/** One item: the rendered or kept text, with its version as the `ETag`. */
export const answerItem = async (
  { elapsedMs, keep }: Pick<RequestContext, 'elapsedMs' | 'keep'>,
  read: () => Promise<RenderedItem>,
): Promise<Reply<typeof contentItemAnswer>> => {
  const { value, timing } = await timed(elapsedMs, read);
  if (value.kept !== undefined) keep({ kept: value.kept });
  return {
    body: asJsonChunks([], joinChunks(value.text)),
    headers: { ETag: versionTag(value.version), ...cacheHeaders(value.cache, timing.total) },
  };
};
