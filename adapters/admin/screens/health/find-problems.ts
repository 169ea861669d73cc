import type { ProblemReferenceDto } from '../../../../contracts/operations/references.ts';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { api } from '../../api/client.ts';

/** What has been found so far. */
export interface Problems<T> {
  readonly found: readonly T[];
  /** Continues the search; undefined at its end. */
  readonly next: string | undefined;
}

/** Finds more. @param after the `next` of the search so far. @throws ApiError, OfflineError. */
export type FindMore<T> = (after?: string) => Promise<Problems<T>>;

interface Step<T> {
  readonly body: {
    readonly data: readonly T[];
    readonly meta: { readonly more: boolean; readonly cursor?: string };
  };
}

const wanted = 50;

/** Each step examines a limited number of references or files, and may find nothing. */
const stepsMax = 5;

const search =
  <T>(step: (query: { limit: number; after: string | undefined }) => Promise<Step<T>>) =>
  async (after?: string): Promise<Problems<T>> => {
    const found: T[] = [];
    let next = after;
    for (let steps = 0; steps < stepsMax && found.length < wanted; steps += 1) {
      const { data, meta } = (await step({ limit: wanted - found.length, after: next })).body;
      found.push(...data);
      next = meta.more ? meta.cursor : undefined;
      if (next === undefined) break;
    }
    return { found, next };
  };

export const findBroken: FindMore<ProblemReferenceDto> = search((query) =>
  api.findContentProblems({ query: { ...query, problem: 'broken' } }),
);

export const findUnpublished: FindMore<ProblemReferenceDto> = search((query) =>
  api.findContentProblems({ query: { ...query, problem: 'unpublished' } }),
);

export const findWithoutAlt: FindMore<MediaFileDto> = search((query) =>
  api.findMediaProblems({ query: { ...query, problem: 'no_alt' } }),
);

export const findUnused: FindMore<MediaFileDto> = search((query) =>
  api.findMediaProblems({ query: { ...query, problem: 'unused' } }),
);
