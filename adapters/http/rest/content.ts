import {
  blockMerge,
  type contentOperations,
  type Handlers,
  presentContentInfo,
  presentSummary,
  type contentSummaryOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import { newestVersion } from '../answer/entity-tag.ts';
import { timed } from '../answer/read-facts.ts';
import { mergePreference, preferencesOf } from '../preferences.ts';
import type { RequestContext } from '../request-context.ts';
import type { contentAnswers } from './answers/content-answers.ts';
import { answerDeletion, answerList, listMetaOf } from './answers/envelope.ts';
import { presentWritten } from './answers/present-content.ts';
import { renderObject } from './answers/render-json.ts';
import { expectation, noteOf } from './answers/write-headers.ts';

type ContentOperations = typeof contentOperations & typeof contentSummaryOperations;

export const contentHandlers = (
  { content, history }: Pick<Cms, 'content' | 'history'>,
  answers: ReturnType<typeof contentAnswers>,
  { clock }: { readonly clock: Clock },
): Handlers<ContentOperations, RequestContext> => ({
  listContent: ({
    query: { expand, perspective, preview, locale, fallback, alternates, ...list },
    actor,
    client,
    isStrict,
    ...context
  }) => {
    const of = { list: { ...list, mustExist: isStrict } };
    const languages = { locale, fallback, alternates };
    const command = { of, expand, perspective, preview, ...languages, client };
    return answers.list(content.readPage, { actor, command, context });
  },

  checkSlug: async ({ query, actor, client }) => {
    const { slug, available, suggestion } = await content.checkSlug(actor, { ...query, client });
    return { data: { slug, available, ...(suggestion !== undefined && { suggestion }) } };
  },

  getContent: ({ params: { id }, query, actor, client, ...context }) =>
    answers.item(content.readItem, { actor, command: { of: { id }, ...query, client }, context }),

  createContent: async ({ headers, body, actor, isStrict }) => {
    const note = noteOf(headers['X-Change-Note']);
    const item = await content.create(actor, body, { note, isStrict });
    const { text, tag } = presentWritten(item);
    return {
      body: renderObject({ data: text }),
      headers: { Location: `/api/content/${item.id}`, ETag: tag },
    };
  },

  updateContent: async ({ params: { id }, headers, body, actor, isStrict }) => {
    const ifMatch = headers['If-Match'];
    const isAutosave = preferencesOf(headers.Prefer).get('autosave') === '';
    const merge = mergePreference(headers.Prefer);
    const remarks = { note: noteOf(headers['X-Change-Note']), isAutosave, isStrict };
    const isExpected = expectation(ifMatch);
    const version = merge === undefined ? undefined : newestVersion(ifMatch);
    const blocks = merge === blockMerge;
    const { item, isMerged } =
      isExpected === undefined || version === undefined
        ? { item: await content.update(actor, id, body, isExpected, remarks), isMerged: false }
        : await history.merge(actor, id, body, { version, isExpected, blocks }, remarks);
    const { text, tag } = presentWritten(item);
    const applied = [...(isAutosave ? ['autosave'] : []), ...(isMerged ? [merge] : [])];
    return {
      body: renderObject({ data: text }),
      headers: {
        ETag: tag,
        ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
      },
    };
  },

  deleteContent: async ({ params, headers, actor }) => {
    await content.delete(actor, params.id, expectation(headers['If-Match']));
    return answerDeletion(params.id);
  },

  getContentInfo: async ({ params, query, actor, client }) => ({
    data: presentContentInfo(await content.getInfo(actor, { ...query, id: params.id, client })),
  }),

  listSummaries: async ({ query: { sort, ...query }, actor, client, elapsedMs }) => {
    const order = sort === '-created' ? 'created' : 'updated';
    const { value: page, timing } = await timed(elapsedMs, () =>
      content.listSummaries(actor, { ...query, order, client }),
    );
    const data = page.summaries.map(presentSummary);
    return {
      data,
      meta: { ...listMetaOf(clock, data.length, timing), more: page.hasMore },
    };
  },

  findContent: ({ query, actor, client, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await content.find(actor, { ...query, client })).map(presentSummary),
    ),

  countContent: ({ query, actor, client, elapsedMs }) =>
    answerList(clock, elapsedMs, () => content.count(actor, { ...query, client })),
});
