import {
  presentTranslation,
  presentTranslationWork,
  type Handlers,
  type translationOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import { cachePolicyFor, timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import type { ContentAnswerOptions } from './answers/content-answers.ts';
import { listMetaOf } from './answers/envelope.ts';
import { presentWritten } from './answers/present-content.ts';
import { renderObject } from './answers/render-json.ts';
import { expectation, noteOf } from './answers/write-headers.ts';

export const translationHandlers = (
  { translations }: Pick<Cms, 'translations'>,
  { clock, tagsOf }: Pick<ContentAnswerOptions, 'clock' | 'tagsOf'>,
): Handlers<typeof translationOperations, RequestContext> => ({
  listTranslations: async ({ params: { id }, query, actor, client, elapsedMs }) => {
    const { value, timing } = await timed(elapsedMs, () =>
      translations.list(actor, { id, ...query, client }),
    );
    const data = value.translations.map(presentTranslation);
    return {
      body: { data, meta: listMetaOf(clock, data.length, timing) },
      headers: { ...tagsOf({ lists: [], items: [value.item] }), ...cachePolicyFor(query) },
    };
  },

  updateTranslationSource: async ({ params: { id }, body, actor }) => ({
    data: presentTranslation(await translations.updateSource(actor, id, body)),
  }),

  listTranslationWork: async ({ query, actor, client, elapsedMs }) => {
    const { value: page, timing } = await timed(elapsedMs, () =>
      translations.listWork(actor, { ...query, client }),
    );
    const data = page.work.map(presentTranslationWork);
    return { data, meta: { ...listMetaOf(clock, data.length, timing), more: page.hasMore } };
  },

  createTranslation: async ({ params: { id }, headers, body, actor }) => {
    const note = noteOf(headers['X-Change-Note']);
    const item = await translations.create(actor, id, body, { note });
    const { text, tag } = presentWritten(item);
    return {
      body: renderObject({ data: text }),
      headers: { Location: `/api/content/${item.id}`, ETag: tag },
    };
  },

  joinGroups: async ({ params: { id }, headers, body, actor }) => {
    const remarks = { note: noteOf(headers['X-Change-Note']) };
    const expected = expectation(headers['If-Match']);
    const { text, tag } = presentWritten(
      await translations.join(actor, id, body, expected, remarks),
    );
    return { body: renderObject({ data: text }), headers: { ETag: tag } };
  },

  leaveGroup: async ({ params: { id }, headers, actor }) => {
    const remarks = { note: noteOf(headers['X-Change-Note']) };
    const { text, tag } = presentWritten(
      await translations.leave(actor, id, expectation(headers['If-Match']), remarks),
    );
    return { body: renderObject({ data: text }), headers: { ETag: tag } };
  },
});
