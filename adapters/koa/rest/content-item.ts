import type { contentItemAnswer, Reply } from '../../../contracts/index.ts';
import type { RenderedItem } from '../../../core/index.ts';
import { cacheHeaders } from '../answer/cache-headers.ts';
import { versionTag } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request-context.ts';
import { timed } from './envelope.ts';
import { asJsonText, renderObject } from './render-json.ts';

/** One item: the rendered or cached text, with its version as the `ETag`. */
export const answerItem = async (
  elapsedMs: RequestContext['elapsedMs'],
  read: () => Promise<RenderedItem>,
): Promise<Reply<typeof contentItemAnswer>> => {
  const { value, timing } = await timed(elapsedMs, read);
  return {
    body: renderObject({ data: asJsonText(value.text) }),
    headers: { ETag: versionTag(value.version), ...cacheHeaders(value.cache, timing.total) },
  };
};
