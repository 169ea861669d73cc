import type { Handlers, searchOperations, SearchMetaDto } from '../../../contracts/index.ts';
import type { Clock, SearchListing, UseCases } from '../../../core/index.ts';
import { timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { listMetaOf } from './envelope.ts';
import { pageOpening, renderContentItem } from './present-content.ts';
import { asJsonParts, renderJson } from './render-json.ts';

export const searchHandlers = (
  { search }: Pick<UseCases, 'search'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof searchOperations, RequestContext> => ({
  search: async ({ query, actor, client, elapsedMs }) => {
    const { value: listing, timing } = await timed(elapsedMs, () =>
      search.find(actor, { ...query, client }),
    );
    return asJsonParts(
      renderResults(listing, (count): SearchMetaDto => ({
        ...listMetaOf(clock, count, timing),
        search: { ranked: listing.ranked, more: listing.hasMore },
      })),
    );
  },
});

async function* renderResults(
  { portions }: SearchListing,
  metaOf: (count: number) => SearchMetaDto,
): AsyncGenerator<string> {
  let count = 0;
  for await (const results of portions) {
    for (const { item, score, snippet } of results) {
      yield `${count === 0 ? pageOpening : ','}{"item":${renderContentItem(item)},"score":${score},"snippet":${renderJson(snippet)}}`;
      count += 1;
    }
  }
  yield `${count === 0 ? pageOpening : ''}],"meta":${renderJson(metaOf(count))}}`;
}
