import { userIdOf, type Actor } from '../../model/actor.ts';
import type { DecidedChange } from '../../model/content/content-change.ts';
import type { ContentItem } from '../../model/content/content-item.ts';
import {
  autosaveWindowMs,
  changedPaths,
  type RevisionEntry,
  type RevisionFacts,
} from '../../model/content/revision.ts';
import type { RevisionRepository } from '../../ports/repositories/revision-repository.ts';
import type { WriteRemarks } from './write-remarks.ts';

/** @returns undefined for a deletion, and if nothing changes that a revision records. */
export const revisionPart = async (
  revisions: RevisionRepository,
  actor: Actor,
  change: DecidedChange,
  { note, isAutosave = false, historyFollows = false }: WriteRemarks,
): Promise<RevisionFacts | undefined> => {
  if (change.kind === 'delete') return undefined;
  if (historyFollows && change.kind === 'create') return undefined;
  const before = change.kind === 'create' ? undefined : change.before;
  const changed = changedPaths(before, change.item);
  if (changed.length === 0 && change.kind === 'update') return undefined;
  const authorId = userIdOf(actor);
  const facts = { authorId, changed, note, isAutosave };
  if (!isAutosave || authorId === undefined) return facts;
  const newest = await revisions.findAutosave(change.item.id, autosaveWindowMs);
  const continues = newest?.authorId === authorId && newest.status === change.item.status;
  if (newest === undefined || !continues) return facts;
  return {
    ...facts,
    changed: await changedSincePrevious(revisions, newest, change.item, changed),
    note: note ?? newest.note,
    replaces: newest.version,
  };
};

/**
 * What a revision changed that replaces the newest one: it follows the one before that. Without an earlier revision, it
 * is what the two of them changed.
 */
const changedSincePrevious = async (
  revisions: RevisionRepository,
  newest: RevisionEntry,
  item: ContentItem,
  changed: readonly string[],
): Promise<readonly string[]> => {
  const [entry] = await revisions.list(item.id, { limit: 1, offset: 1 });
  const previous = entry && (await revisions.find(item.id, entry.version));
  return previous === undefined
    ? [...new Set([...newest.changed, ...changed])]
    : changedPaths({ ...item, ...previous }, item);
};
