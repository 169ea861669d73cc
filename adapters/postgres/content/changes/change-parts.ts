import type { ContentChange, PartName } from '../../../../core/store.ts';
import type { ChangePart, Creation, PartSteps } from './change-part.ts';
import { copyPart } from './parts/copy-part.ts';
import { eventPart } from './parts/event-part.ts';
import { formerSlugPart } from './parts/former-slug-part.ts';
import { referencePart } from './parts/reference-part.ts';
import { revisionPart } from './parts/revision-part.ts';
import { schedulePart } from './parts/schedule-part.ts';
import { searchPart } from './parts/search-part.ts';
import { wordsPart } from './parts/words-part.ts';

/** In the order of their steps in a statement: a plan is only carried out after its copy was found. */
const changeParts = {
  copy: copyPart,
  schedule: schedulePart,
  formerSlug: formerSlugPart,
  revision: revisionPart,
  references: referencePart,
  search: searchPart,
  words: wordsPart,
  event: eventPart,
} satisfies Readonly<Record<PartName, ChangePart>>;

const all: readonly ChangePart[] = Object.values(changeParts);

const joined = <Subject>(parts: readonly PartSteps<Subject>[]): Required<PartSteps<Subject>> => ({
  variant: parts.map(({ variant }) => variant).join(''),
  locks: parts.flatMap(({ locks = [] }) => locks),
  guards: parts.flatMap(({ guards = [] }) => guards),
  calls: parts.flatMap(({ calls = [] }) => calls),
  stores: parts.flatMap(({ stores = [] }) => stores),
});

/** The steps of all parts of a change. */
export const stepsOf = (change: ContentChange): Required<PartSteps> =>
  joined(all.map((part) => part.of(change)));

/** The steps of all parts of new items, which one statement stores. */
export const stepsOfAll = (
  creations: readonly Creation[],
): Required<PartSteps<readonly Creation[]>> =>
  joined(all.flatMap((part) => part.ofAll?.(creations) ?? []));
