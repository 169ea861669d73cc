import { authorize } from '../access/policy.ts';
import { visibleFilter } from '../access/visibility.ts';
import { readOnBasis, type BasisDependencies } from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import { formatPlace, readPlace, type ReferrerWithTarget } from '../model/content/reference.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { MediaProblem, ReferenceProblem } from '../ports/repositories/reference-repository.ts';
import { invalid, type DomainError } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { readUuid } from '../primitives/uuid.ts';

export interface FindProblems<Problem> extends Pick<PageRequest, 'limit'> {
  readonly problem: Problem;
  /** The `next` of the step before; the first step without it. */
  readonly after?: string | undefined;
}

export interface FindReferenceProblems extends FindProblems<ReferenceProblem> {
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/**
 * One step of a search, which examines a limited number of rows: it can find less than the limit, or nothing, and not be the
 * last one.
 */
export interface ProblemsFound<T> {
  readonly found: readonly T[];
  /** Continues the search; undefined at the end. */
  readonly next: string | undefined;
}

export const findReferenceProblems =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { problem, after, client, ...request }: FindReferenceProblems,
  ): Promise<ProblemsFound<ReferrerWithTarget>> => {
    authorize(actor, 'read_references');
    const { limit } = parsePage(request);
    const place = after === undefined ? undefined : readPlace(after);
    if (after !== undefined && place === undefined) throw notOfAStep();
    const { value } = await readOnBasis(
      dependencies,
      actor,
      { client },
      ({ repositories, view, basis }) =>
        repositories.references.listProblems(
          problem,
          place,
          limit,
          visibleFilter({}, view.audience),
          basis,
        ),
    );
    return { found: value.found, next: value.next && formatPlace(value.next) };
  };

export const findMediaProblems =
  ({ references, site }: Pick<Dependencies, 'references' | 'site'>) =>
  async (
    actor: Actor,
    { problem, after, ...request }: FindProblems<MediaProblem>,
  ): Promise<ProblemsFound<MediaFile>> => {
    authorize(actor, 'read_media');
    const { limit } = parsePage(request);
    const id = after === undefined ? undefined : readUuid(after);
    if (after !== undefined && id === undefined) throw notOfAStep();
    const { locales = [] } = problem === 'no_alt' ? (await site.load()).settings : {};
    const codes = locales.map(({ code }) => code);
    return references.listMediaProblems(problem, id, limit, codes);
  };

const notOfAStep = (): DomainError =>
  invalid('invalid_input', [{ path: 'after', message: 'must be the cursor of a response' }]);
