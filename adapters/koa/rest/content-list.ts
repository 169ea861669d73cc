import type { contentListAnswer, ContentListMetaDto, Reply } from '../../../contracts/index.ts';
import type { CacheReport, Clock, ContentItem, RenderedListing } from '../../../core/index.ts';
import { cacheHeaders } from '../answer/cache-headers.ts';
import type { RequestContext } from '../request-context.ts';
import { timed, timestampOf, type Timed } from './envelope.ts';
import { presentListing, renderContentItem } from './present-content.ts';
import { asJsonChunks, asJsonParts, renderJson } from './render-json.ts';

type Timing = Timed<unknown>['timing'];

/** A page of content: the rendered or kept text, and a current `meta`. */
export const answerContentList = async (
  clock: Clock,
  { elapsedMs, keep }: Pick<RequestContext, 'elapsedMs' | 'keep'>,
  read: () => Promise<RenderedListing>,
): Promise<Reply<typeof contentListAnswer>> => {
  const { value: listing, timing } = await timed(elapsedMs, read);
  const headers = cacheHeaders(listing.cache, timing.total);
  if (listing.kind === 'portions') {
    const { count, cache } = listing;
    const meta = { ...startOfMeta(clock, count, cache, timing), ...presentListing(listing) };
    return { body: asJsonParts(renderPortions(listing.portions, meta)), headers };
  }
  const renderEnd = endRenderer(clock, listing);
  const { text, tag, kept, cache } = listing;
  if (kept !== undefined) {
    const report = kept.isCached ? keptReport : cache;
    keep({ kept, renderEnd: (later) => renderEnd(report, later) });
  }
  const end = Buffer.from(renderEnd(cache, timing));
  // Weak, because `meta` differs for each response.
  return {
    body: asJsonChunks(text, end),
    headers: { ETag: `W/"${tag}"`, ...headers },
  };
};

const keptReport = { hit: true, source: 'memory' } as const;

type Report = Pick<CacheReport, 'hit' | 'source'>;

/** Renders what follows the text of a page: `meta`, whose last members are always the same. */
const endRenderer = (clock: Clock, listing: RenderedListing) => {
  const rest = renderJson(presentListing(listing)).slice(1);
  // Not the listing: the renderer is kept longer than the text.
  const { count } = listing;
  return (report: Report, timing: Timing): string => {
    const start = renderJson(startOfMeta(clock, count, report, timing));
    return `,"meta":${start.slice(0, -1)},${rest}}`;
  };
};

const startOfMeta = (
  clock: Clock,
  count: number,
  { hit, source }: Report,
  timing: Timing,
): Omit<ContentListMetaDto, 'filter' | 'query'> => ({
  count,
  timestamp: timestampOf(clock.now()),
  cache: { hit, source },
  timing,
});

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
