import type { ContentChange, PartName } from '../../../../core/store.ts';
import type { ChangePart, Creation, PartSteps, Phases } from './change-part.ts';
import { copyPart } from './parts/copy-part.ts';
import { eventPart } from './parts/event-part.ts';
import { formerSlugPart } from './parts/former-slug-part.ts';
import { referencePart } from './parts/reference-part.ts';
import { revisionPart } from './parts/revision-part.ts';
import { schedulePart } from './parts/schedule-part.ts';
import { searchPart } from './parts/search-part.ts';
import { sourcePart } from './parts/source-part.ts';
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
  source: sourcePart,
  event: eventPart,
} satisfies Readonly<Record<PartName, ChangePart>>;

const all: readonly ChangePart[] = Object.values(changeParts);

/** What the parts add to the statement of a change. */
export const partsOf = (change: ContentChange): readonly PartSteps[] =>
  all.map((part) => part.of(change));

/** What they add to the one statement that stores many new items. */
export const partsOfAll = (
  creations: readonly Creation[],
): readonly PartSteps<readonly Creation[]>[] =>
  all.flatMap((part) => part.ofAll?.(creations) ?? []);

/** What the name of the statement says about the parts: every write needs it, the steps only the first of each name. */
export const variantOf = <Subject>(parts: readonly PartSteps<Subject>[]): string =>
  parts.reduce((name, { variant }) => name + variant, '');

/** The steps of all parts, phase by phase. */
export const stepsOf = <Subject>(parts: readonly PartSteps<Subject>[]): Phases<Subject> => ({
  locks: parts.flatMap(({ locks = [] }) => locks),
  guards: parts.flatMap(({ guards = [] }) => guards),
  calls: parts.flatMap(({ calls = [] }) => calls),
  stores: parts.flatMap(({ stores = [] }) => stores),
});
