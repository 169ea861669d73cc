import {
  mediaPresenter,
  presentProblemReference,
  type Handlers,
  type referenceOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms, ProblemsFound, ReferrerListing } from '../../../core/index.ts';
import { timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { listMetaOf } from './answers/envelope.ts';

export interface ReferenceHandlerOptions {
  readonly clock: Clock;
  /** The URL of a file is this, a slash and its key. */
  readonly mediaBaseUrl: string;
}

export const referenceHandlers = (
  { references }: Pick<Cms, 'references'>,
  { clock, mediaBaseUrl }: ReferenceHandlerOptions,
): Handlers<typeof referenceOperations, RequestContext> => {
  const presentMedia = mediaPresenter(mediaBaseUrl);

  const answerReferrers = async (
    elapsedMs: RequestContext['elapsedMs'],
    read: () => Promise<ReferrerListing>,
  ) => {
    const { value, timing } = await timed(elapsedMs, read);
    const { referrers: data, hasMore: more } = value;
    return { data, meta: { ...listMetaOf(clock, data.length, timing), more } };
  };

  const answerProblems = async <T, Dto>(
    elapsedMs: RequestContext['elapsedMs'],
    present: (found: T) => Dto,
    read: () => Promise<ProblemsFound<T>>,
  ) => {
    const { value, timing } = await timed(elapsedMs, read);
    const { found, next } = value;
    const meta = {
      ...listMetaOf(clock, found.length, timing),
      more: next !== undefined,
      ...(next !== undefined && { cursor: next }),
    };
    return { data: found.map(present), meta };
  };

  return {
    listReferrers: ({ params, query, actor, client, elapsedMs }) =>
      answerReferrers(elapsedMs, () =>
        references.listReferrers(actor, { ...query, id: params.id, client }),
      ),

    listMediaUsage: ({ params, query, actor, client, elapsedMs }) =>
      answerReferrers(elapsedMs, () =>
        references.listMediaUsage(actor, { ...query, id: params.id, client }),
      ),

    findContentProblems: ({ query, actor, client, elapsedMs }) =>
      answerProblems(elapsedMs, presentProblemReference, () =>
        references.findProblems(actor, { ...query, client }),
      ),

    findMediaProblems: ({ query, actor, elapsedMs }) =>
      answerProblems(elapsedMs, presentMedia, () => references.findMediaProblems(actor, query)),
  };
};
