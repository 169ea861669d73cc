import {
  mediaPresenter,
  presentRebasedMedia,
  type Handlers,
  type mediaOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export interface MediaHandlerOptions {
  /** The URL of a file is this, a slash and its key. */
  readonly mediaBaseUrl: string;
  readonly clock: Clock;
}

export const mediaHandlers = (
  { media }: Pick<Cms, 'media'>,
  { mediaBaseUrl, clock }: MediaHandlerOptions,
): Handlers<typeof mediaOperations, RequestContext> => {
  const present = mediaPresenter(mediaBaseUrl);
  return {
    listMedia: async ({ query, actor, elapsedMs }) => {
      const answer = await answerList(clock, elapsedMs, async () =>
        (await media.list(actor, query)).map(present),
      );
      if (query.total !== true) return answer;
      const { total, isLowerBound } = await media.count(actor, query);
      const meta = { ...answer.meta, total, ...(isLowerBound && { totalIsLowerBound: true }) };
      return { ...answer, meta };
    },

    uploadMedia: async ({ body: { file, fields }, actor }) => {
      const stored = await media.upload(actor, {
        originalName: file.name,
        body: file.bytes,
        folder: async () => (await fields()).folder,
      });
      return {
        body: { data: present(stored) },
        headers: { Location: `/api/media/${stored.id}` },
      };
    },

    rebaseMedia: async ({ body: { from, after, dryRun }, actor }) => {
      const command = { to: mediaBaseUrl, from, after, isDryRun: dryRun };
      return { data: presentRebasedMedia(await media.rebase(actor, command), mediaBaseUrl) };
    },

    getMedia: async ({ params, actor }) => ({ data: present(await media.get(actor, params.id)) }),

    updateMedia: async ({ params, body, actor }) => ({
      data: present(await media.update(actor, params.id, body)),
    }),

    deleteMedia: async ({ params, actor }) => {
      await media.delete(actor, params.id);
      return answerDeletion(params.id);
    },
  };
};
