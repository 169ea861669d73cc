import type { Handlers, translationOperations } from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { presentWritten } from './answers/present-content.ts';
import { renderObject } from './answers/render-json.ts';
import { expectation, noteOf } from './answers/write-headers.ts';

export const translationHandlers = ({
  translations,
}: Pick<Cms, 'translations'>): Handlers<typeof translationOperations, RequestContext> => ({
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
