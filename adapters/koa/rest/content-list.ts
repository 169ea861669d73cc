import type {
  ContentItemDto,
  ContentListMetaDto,
  JsonPartsOf,
  JsonTextOf,
} from '../../../contracts/index.ts';
import type { Clock, ContentItem, ContentListing } from '../../../core/index.ts';
import { cacheHeaders, type CacheHeaders } from '../cache-headers.ts';
import type { RequestContext } from '../request-context.ts';
import { timed, timestampOf } from './envelope.ts';
import { presentListing, renderContentItem } from './present-content.ts';
import { renderJson, renderObject, vouchedJson, vouchedParts } from './render-json.ts';

interface ContentList {
  readonly data: readonly ContentItemDto[];
  readonly meta: ContentListMetaDto;
}

interface ContentListAnswer {
  readonly body: JsonTextOf<ContentList> | JsonPartsOf<ContentList>;
  readonly headers: CacheHeaders;
}

/** A page of content: the text as it was rendered or cached, and a `meta` of this moment. */
export const answerContentList = async (
  clock: Clock,
  elapsedMs: RequestContext['elapsedMs'],
  read: () => Promise<ContentListing>,
): Promise<ContentListAnswer> => {
  const { value: listing, timing } = await timed(elapsedMs, read);
  const { text, portions, count, cache } = listing;
  const meta: ContentListMetaDto = {
    count,
    timestamp: timestampOf(clock.now()),
    cache: { hit: cache.hit, source: cache.source },
    timing,
    ...presentListing(listing),
  };
  return {
    body:
      portions === undefined
        ? renderObject({ data: vouchedJson(text), meta: renderJson(meta) })
        : vouchedParts(renderPortions(portions, meta)),
    headers: cacheHeaders(cache, timing.total),
  };
};

/** The same form, item by item: how many there are is known, and told, behind the last of them. */
async function* renderPortions(
  portions: AsyncIterable<readonly ContentItem[]>,
  meta: ContentListMetaDto,
): AsyncGenerator<string> {
  let count = 0;
  for await (const items of portions) {
    for (const item of items) {
      yield `${count === 0 ? opening : ','}${renderContentItem(item)}`;
      count += 1;
    }
  }
  yield `${count === 0 ? opening : ''}],"meta":${renderJson({ ...meta, count })}}`;
}

const opening = '{"data":[';
