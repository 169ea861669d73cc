import {
  presentCounts,
  presentSummary,
  type contentSummaryOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerList, listMetaOf, timed } from './envelope.ts';

export const contentSummaryHandlers = (
  { content }: Pick<Cms, 'content'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof contentSummaryOperations, RequestContext> => ({
  listSummaries: async ({ query: { sort, ...query }, actor, client, elapsedMs }) => {
    const order = sort === '-created' ? 'created' : 'updated';
    const { value: page, timing } = await timed(elapsedMs, () =>
      content.listSummaries(actor, { ...query, order, client }),
    );
    const data = page.summaries.map(presentSummary);
    return { data, meta: { ...listMetaOf(clock, data.length, timing), more: page.hasMore } };
  },

  findContent: ({ query, actor, client, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await content.find(actor, { ...query, client })).map(presentSummary),
    ),

  countContent: ({ query, actor, client, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await content.count(actor, { ...query, client })).map(presentCounts),
    ),
});
