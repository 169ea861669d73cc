import type { contentItemAnswer, Reply } from '../../../contracts/index.ts';
import type { CacheCounter, ContentItem, ReadResult } from '../../../core/index.ts';
import { cacheHeaders } from '../answer/cache-headers.ts';
import { itemTag } from '../answer/entity-tag.ts';
import { asLateJson } from '../answer/late-json.ts';
import type { RequestContext } from '../request-context.ts';
import { reportFor } from './content-report.ts';
import { timed } from './envelope.ts';
import { renderContentItem } from './present-content.ts';
import { unpooledBytes } from './render-json.ts';

/** One item, which is never in the core's cache. */
export const answerItem = async (
  counter: CacheCounter,
  context: Pick<RequestContext, 'elapsedMs' | 'allowReuse'>,
  read: () => Promise<ReadResult<ContentItem>>,
): Promise<Reply<typeof contentItemAnswer>> => {
  const { value: result, timing } = await timed(context.elapsedMs, read);
  const item = result.value;
  const text = renderContentItem(item);
  const cache = reportFor(context, result);
  if (cache.active) counter.count(false);
  return {
    body: asLateJson({
      size: text.length,
      renderStart: () => unpooledBytes(`{"data":${text}}`),
      facts: { cache, timing },
    }),
    headers: { ETag: itemTag(item.version, text), ...cacheHeaders(cache, timing.total) },
  };
};
