import {
  presentRevision,
  type Handlers,
  type historyOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerList } from './answers/envelope.ts';
import { presentWritten, renderContentItem } from './answers/present-content.ts';
import { answerCopy, copyExpectation } from './answers/present-draft.ts';
import { renderObject } from './answers/render-json.ts';
import { expectation, noteOf } from './answers/write-headers.ts';

export const historyHandlers = (
  { history, drafts }: Pick<Cms, 'history' | 'drafts'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof historyOperations, RequestContext> => ({
  listRevisions: ({ params, query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await history.list(actor, params.id, query)).map(presentRevision),
    ),

  getRevision: async ({ params, actor }) => {
    const item = await history.get(actor, params.id, versionIn(params.version));
    return renderObject({ data: renderContentItem(item) });
  },

  restoreContent: async ({ params, headers, body, actor }) => {
    if (body.to === 'draft') {
      const expectedCopy = copyExpectation(headers['If-Match']);
      return answerCopy(await drafts.restore(actor, params.id, body, expectedCopy));
    }
    const expected = expectation(headers['If-Match']);
    const remarks = { note: noteOf(headers['X-Change-Note']) };
    const { text, tag } = presentWritten(
      await history.restore(actor, params.id, body, expected, remarks),
    );
    return { body: renderObject({ data: text }), headers: { ETag: tag } };
  },
});

/** A version that no history has, for a text that is none. */
const versionIn = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : 0);
