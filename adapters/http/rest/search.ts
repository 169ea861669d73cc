import type { Handlers, searchOperations, SearchMetaDto } from '../../../contracts/index.ts';
import type { UseCases } from '../../../core/index.ts';
import { cachePolicyFor, timed } from '../answer/read-facts.ts';
import { leaving, type RequestContext } from '../request-context.ts';
import { listTag } from './answers/cache-tags.ts';
import type { ContentAnswerOptions } from './answers/content-answers.ts';
import { listMetaOf } from './answers/envelope.ts';
import { renderExpansion, renderItem, renderPortions } from './answers/present-content.ts';
import { asJsonParts, renderJson } from './answers/render-json.ts';
import { conditionsOf } from './conditions-of.ts';

export const searchHandlers = (
  { search }: Pick<UseCases, 'search'>,
  { clock, mediaBaseUrl, tagsOf }: Pick<ContentAnswerOptions, 'clock' | 'mediaBaseUrl' | 'tagsOf'>,
): Handlers<typeof searchOperations, RequestContext> => ({
  search: async ({
    query: { where = {}, ...query },
    actor,
    client,
    isStrict,
    elapsedMs,
    isGone,
  }) => {
    const command = {
      ...query,
      where: conditionsOf(where),
      mustExist: isStrict,
      client,
      signal: leaving({ isGone }),
    };
    const { value: listing, timing } = await timed(elapsedMs, () => search.find(actor, command));
    const { expansion } = listing;
    const metaOf = (count: number): SearchMetaDto => ({
      ...listMetaOf(clock, count, timing),
      search: { ranked: listing.ranked, more: listing.hasMore },
    });
    return {
      body: asJsonParts(
        renderPortions(
          listing.portions,
          ({ item, score, snippet }) =>
            `{"item":${renderItem(item, listing.selection)},"score":${score},"snippet":${renderJson(snippet)}}`,
          async (count) =>
            `${renderExpansion(await expansion?.(), mediaBaseUrl)},"meta":${renderJson(metaOf(count))}`,
        ),
      ),
      // The items are not known yet, and any change may move them.
      headers: {
        ...tagsOf({
          lists: [listTag(undefined)],
          items: undefined,
          expansion: expansion && 'late',
        }),
        ...cachePolicyFor(query),
      },
    };
  },
});
