import type { ContentItemDto, ContentListMetaDto, JsonTextOf } from '../../../contracts/index.ts';
import type { Clock, ContentListing } from '../../../core/index.ts';
import { cacheHeaders, type CacheHeaders } from '../cache-headers.ts';
import type { RequestContext } from '../request-context.ts';
import { timed, timestampOf } from './envelope.ts';
import { presentListing } from './present-content.ts';
import { renderJson, renderObject, vouchedJson } from './render-json.ts';

interface ContentListAnswer {
  readonly body: JsonTextOf<{
    readonly data: readonly ContentItemDto[];
    readonly meta: ContentListMetaDto;
  }>;
  readonly headers: CacheHeaders;
}

/** A page of content: the text as it was rendered or cached, and a `meta` of this moment. */
export const answerContentList = async (
  clock: Clock,
  elapsedMs: RequestContext['elapsedMs'],
  read: () => Promise<ContentListing>,
): Promise<ContentListAnswer> => {
  const { value: listing, timing } = await timed(elapsedMs, read);
  const { text, count, cache } = listing;
  const meta: ContentListMetaDto = {
    count,
    timestamp: timestampOf(clock.now()),
    cache: { hit: cache.hit, source: cache.source },
    timing,
    ...presentListing(listing),
  };
  return {
    body: renderObject({ data: vouchedJson(text), meta: renderJson(meta) }),
    headers: cacheHeaders(cache, timing.total),
  };
};
