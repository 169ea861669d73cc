import type {
  ContentItemDto,
  ContentListMetaDto,
  JsonPartsOf,
  JsonTextOf,
} from '../../../contracts/index.ts';
import type { Clock, ContentItem, RenderedListing } from '../../../core/index.ts';
import { cacheHeaders, type CacheHeaders } from '../answer/cache-headers.ts';
import type { RequestContext } from '../request-context.ts';
import { timed, timestampOf } from './envelope.ts';
import { presentListing, renderContentItem } from './present-content.ts';
import { renderJson, renderObject, asJsonText, asJsonParts } from './render-json.ts';

interface ContentList {
  readonly data: readonly ContentItemDto[];
  readonly meta: ContentListMetaDto;
}

interface ContentListAnswer {
  readonly body: JsonTextOf<ContentList> | JsonPartsOf<ContentList>;
  readonly headers: CacheHeaders;
}

/** A page of content: the rendered or cached text, and a current `meta`. */
export const answerContentList = async (
  clock: Clock,
  elapsedMs: RequestContext['elapsedMs'],
  read: () => Promise<RenderedListing>,
): Promise<ContentListAnswer> => {
  const { value: listing, timing } = await timed(elapsedMs, read);
  const { count, cache } = listing;
  const meta: ContentListMetaDto = {
    count,
    timestamp: timestampOf(clock.now()),
    cache: { hit: cache.hit, source: cache.source },
    timing,
    ...presentListing(listing),
  };
  return {
    body:
      listing.kind === 'text'
        ? renderObject({ data: asJsonText(listing.text), meta: renderJson(meta) })
        : asJsonParts(renderPortions(listing.portions, meta)),
    headers: cacheHeaders(cache, timing.total),
  };
};

/** The same form, item by item. `meta.count` is known after the last item. */
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
