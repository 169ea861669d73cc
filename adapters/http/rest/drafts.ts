import {
  blockMerge,
  presentDraftEntry,
  type draftOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import { mergePreference } from '../preferences.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';
import { presentWritten } from './answers/present-content.ts';
import { answerCopy, copyExpectation } from './answers/present-draft.ts';
import { renderObject } from './answers/render-json.ts';
import { noteOf } from './answers/write-headers.ts';

export const draftHandlers = (
  { drafts }: Pick<Cms, 'drafts'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof draftOperations, RequestContext> => ({
  saveDraft: async ({ params, headers, body, actor, isStrict }) => {
    const expected = copyExpectation(headers['If-Match']);
    return answerCopy(await drafts.save(actor, params.id, body, expected, { isStrict }));
  },

  getDraft: async ({ params, actor }) => answerCopy(await drafts.get(actor, params.id)),

  discardDraft: async ({ params, headers, actor }) => {
    await drafts.discard(actor, params.id, copyExpectation(headers['If-Match']));
    return answerDeletion(params.id);
  },

  publishDraft: async ({ params, query, headers, actor }) => {
    const expected = copyExpectation(headers['If-Match']);
    const remarks = { note: noteOf(headers['X-Change-Note']) };
    const blocks = mergePreference(headers.Prefer) === blockMerge;
    const command = { merge: query.merge, blocks };
    const { text, tag } = presentWritten(
      await drafts.publish(actor, params.id, command, expected, remarks),
    );
    return {
      body: renderObject({ data: text }),
      headers: { ETag: tag, ...(blocks && { 'Preference-Applied': blockMerge }) },
    };
  },

  listDrafts: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await drafts.list(actor, query)).map(presentDraftEntry),
    ),
});
