import { userIdOf, type Actor } from '../model/actor.ts';
import type { ContentChange } from '../model/content-change.ts';
import type { ContentItem } from '../model/content-item.ts';
import {
  autosaveWindowMs,
  changedPaths,
  type RevisionEntry,
  type RevisionFacts,
} from '../model/revision.ts';
import type { Dependencies } from '../ports/ports.ts';

/** What a caller says about a write, for the history. */
export interface WriteRemarks {
  readonly note?: string | undefined;
  /** Whether the client saved by itself. The write then replaces the revision of the autosave before it. */
  readonly isAutosave?: boolean | undefined;
  /** Whether the revisions of new items are stored afterwards, so that their creation stores none. */
  readonly historyFollows?: boolean | undefined;
}

/** @returns undefined if nothing changes that a revision records. */
export const revisionOf = async (
  { revisions }: Pick<Dependencies, 'revisions'>,
  actor: Actor,
  change: Exclude<ContentChange, { readonly kind: 'delete' }>,
  { note, isAutosave = false, historyFollows = false }: WriteRemarks,
): Promise<RevisionFacts | undefined> => {
  if (historyFollows && change.kind === 'create') return undefined;
  const before = change.kind === 'create' ? undefined : change.before;
  const changed = changedPaths(before, change.item);
  if (changed.length === 0 && change.kind === 'update') return undefined;
  const authorId = userIdOf(actor);
  const facts = { authorId, changed, note, isAutosave };
  if (!isAutosave || authorId === undefined) return facts;
  const newest = await revisions.findAutosave(change.item.id, autosaveWindowMs);
  if (newest === undefined || newest.authorId !== authorId) return facts;
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
  revisions: Dependencies['revisions'],
  newest: RevisionEntry,
  item: ContentItem,
  changed: readonly string[],
): Promise<readonly string[]> => {
  const [entry] = await revisions.list(item.id, { limit: 1, offset: 1 });
  const previous = entry && (await revisions.find(item.id, entry.version));
  return previous === undefined
    ? [...new Set([...newest.changed, ...changed])]
    : changedPaths(previous, item);
};
