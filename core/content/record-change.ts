import { readingOnce } from '../collections/data/markdown-text.ts';
import type { Actor } from '../model/actor.ts';
import type {
  ChangeParts,
  ContentChange,
  DecidedChange,
  DecidedCreation,
  Expected,
} from '../model/content/content-change.ts';
import { formerSlugOf } from '../model/content/redirect.ts';
import { groupOf } from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { CountingDependencies } from '../collections/data/count-words.ts';
import { eventPart } from './parts/event-part.ts';
import { referencesPart } from './parts/references-part.ts';
import { revisionPart } from './parts/revision-part.ts';
import { unscheduledPart } from './parts/schedule-part.ts';
import { sourceParts } from './parts/source-part.ts';
import { searchPart } from './parts/search-part.ts';
import { wordsPart } from './parts/words-part.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';

/** What records changes. */
export interface RecordDependencies
  extends CountingDependencies, Pick<Dependencies, 'revisions' | 'digest'> {
  /** The URL of a file is this, a slash and its key; empty if it is not known. */
  readonly mediaBaseUrl: string;
}

/**
 * A new item that begins a group has no other to meet there. Imports create the items of a group in any order, so that
 * the others can be there before it.
 */
const entersGroup = (
  change: Exclude<DecidedChange, { readonly kind: 'delete' }>,
  { isImport = false }: WriteRemarks,
): Pick<Expected, 'entersGroup'> => {
  const { item } = change;
  if (change.kind === 'create') {
    const { group } = item;
    if (group === undefined) return {};
    if (isImport) return { entersGroup: 'any' };
    return group.id === item.id ? {} : { entersGroup: 'existing' };
  }
  const { before } = change;
  const isLocalized = item.locale !== undefined || before.locale !== undefined;
  const stays =
    change.kind === 'update' &&
    item.collectionId === before.collectionId &&
    item.locale === before.locale &&
    groupOf(item).id === groupOf(before).id;
  return isLocalized && !stays ? { entersGroup: 'any' } : {};
};

/** The record of the source is one of the parts. */
const withoutSource = ({
  source: _,
  ...change
}: DecidedCreation): Omit<DecidedCreation, 'source'> => change;

/** Adds all that one commit stores with the change to it: see {@link ContentChange}. */
export const recordChange = async (
  dependencies: RecordDependencies,
  actor: Actor,
  change: DecidedChange,
  remarks: WriteRemarks = {},
): Promise<ContentChange> => {
  const { revisions, clock, mediaBaseUrl } = dependencies;
  const now = clock.now();
  const markdown = readingOnce(dependencies.markdown);
  const revision = await revisionPart(revisions, actor, change, remarks);
  const parts: ChangeParts = {
    revision,
    references: referencesPart(markdown, mediaBaseUrl, change),
    search: searchPart(markdown, change),
    words: await wordsPart({ ...dependencies, markdown }, change),
    ...(await sourceParts(dependencies.digest, change)),
    formerSlug: formerSlugOf(change),
    unscheduled: unscheduledPart(change),
    event: eventPart(actor, change, remarks, revision, now),
  };
  if (change.kind === 'delete') return { ...change, parts };
  const group = entersGroup(change, remarks);
  const {
    collection,
    sharing: _,
    ...decided
  } = change.kind === 'create' ? withoutSource(change) : change;
  const stays =
    decided.kind === 'update' &&
    decided.before.collectionId === decided.item.collectionId &&
    groupOf(decided.before).id === groupOf(decided.item).id;
  // The store knows that its group has another item, so it is that of the singleton.
  const isTranslation = group.entersGroup === 'existing';
  const expected = {
    collectionVersion: collection.version,
    ...(collection.isSingleton === true && !stays && !isTranslation && { entersSingleton: true }),
    ...group,
  };
  return decided.kind === 'update'
    ? { ...decided, expected: { ...decided.expected, ...expected }, parts }
    : { ...decided, expected, parts };
};
