import { searchTextOf } from '../collections/data/item-text.ts';
import { referencesOf } from '../collections/data/references-of.ts';
import { refersToSomething } from '../collections/referring-fields.ts';
import { contentEvent } from '../events/stored-event.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import { auditNote, plannedBy, type AuditAction, type AuditNote } from '../model/audit-entry.ts';
import type { ContentChange, DecidedChange } from '../model/content/content-change.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { formerSlugOf } from '../model/content/redirect.ts';
import type { Reference } from '../model/content/reference.ts';
import {
  autosaveWindowMs,
  changedPaths,
  type RevisionEntry,
  type RevisionFacts,
} from '../model/content/revision.ts';
import { pointlessIn, type ScheduledAction } from '../model/content/schedule.ts';
import type { MarkdownReader } from '../ports/markdown-reader.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson } from '../primitives/json.ts';

/** What a caller says about a write. The note defaults to none, and the other members to false. */
export interface WriteRemarks {
  /** What the revision says about the change. */
  readonly note?: string | undefined;
  /** Whether the client saved by itself. The write then replaces the revision of the autosave before it, in the same status. */
  readonly isAutosave?: boolean | undefined;
  /** Whether the revisions of new items are stored afterwards, so that their creation stores none. */
  readonly historyFollows?: boolean | undefined;
  /** Whether an import makes the change, for the audit. */
  readonly isImport?: boolean | undefined;
  /** Whether to reject what is probably a mistake in the data: see `checkStrictly`. */
  readonly isStrict?: boolean | undefined;
}

/** What records changes. */
export interface RecordDependencies extends Pick<Dependencies, 'revisions' | 'clock' | 'markdown'> {
  /** The URL of a file is this, a slash and its key; empty if it is not known. */
  readonly mediaBaseUrl: string;
}

/** A change after which the item is still stored. */
type StoredChange = Exclude<DecidedChange, { readonly kind: 'delete' }>;

/** Adds all that one commit stores with the change to it: see {@link ContentChange}. */
export const recordChange = async (
  { revisions, clock, markdown, mediaBaseUrl }: RecordDependencies,
  actor: Actor,
  change: DecidedChange,
  remarks: WriteRemarks = {},
): Promise<ContentChange> => {
  const now = clock.now();
  const formerSlug = formerSlugOf(change);
  if (change.kind === 'delete') {
    const event = contentEvent(change, now, auditNoteOf(actor, change, remarks));
    return { ...change, event, formerSlug };
  }
  const revision = await revisionOf(revisions, actor, change, remarks);
  const event = contentEvent(change, now, auditNoteOf(actor, change, remarks, revision));
  const { collection, ...rest } = change;
  const references = changedReferences(markdown, change, mediaBaseUrl);
  const search = isSearchedAnew(change)
    ? searchTextOf(collection.schema, rest.item, markdown)
    : undefined;
  const stays = rest.kind === 'update' && rest.before.collectionId === rest.item.collectionId;
  const recorded = {
    revision,
    event,
    references,
    search,
    collectionVersion: collection.version,
    ...(collection.isSingleton === true && !stays && { entersSingleton: true }),
  };
  return rest.kind === 'update'
    ? { ...rest, ...recorded, formerSlug, unscheduled: unscheduledBy(rest) }
    : { ...rest, ...recorded };
};

/** @returns undefined for an autosave that continues the one before it. */
const auditNoteOf = (
  actor: Actor,
  change: DecidedChange,
  { isImport = false }: WriteRemarks,
  revision?: RevisionFacts,
): AuditNote | undefined => {
  const action = isImport ? 'content.import' : actionOf(change);
  if (action === 'content.update' && revision?.replaces !== undefined) return undefined;
  const isPlanned = change.kind === 'update' && change.due !== undefined;
  const by = isPlanned ? plannedBy(userIdOf(actor)) : actor;
  return auditNote(by, { action, id: change.item.id, detail: change.item.slug });
};

const actionOf = (change: DecidedChange): AuditAction => {
  switch (change.kind) {
    case 'create':
      return 'content.create';
    case 'recover':
      return 'content.restore';
    case 'delete':
      return change.trash === undefined ? 'content.delete_permanently' : 'content.delete';
    case 'update': {
      const { before, item, copy } = change;
      const isPublished = item.status === 'published';
      if (isPublished && (copy !== undefined || before.status !== 'published'))
        return 'content.publish';
      if (!isPublished && before.status === 'published') return 'content.unpublish';
      return 'content.update';
    }
  }
};

/** @returns undefined if the change leaves what the item refers to as it is. */
const changedReferences = (
  markdown: MarkdownReader,
  change: StoredChange,
  mediaBaseUrl: string,
): readonly Reference[] | undefined => {
  const { item, collection } = change;
  const isMoved = change.kind === 'update' && change.before.collectionId !== item.collectionId;
  if (change.kind === 'update' && !isMoved && change.before.data === item.data) return undefined;
  if (!refersToSomething(collection.schema)) return isMoved ? [] : undefined;
  return referencesOf(collection.schema, decodeJson(item.data), mediaBaseUrl, markdown);
};

/** Whether what is searched may change: not if the change is one of the status alone. */
const isSearchedAnew = (change: StoredChange): boolean =>
  change.kind !== 'update' ||
  (['title', 'slug', 'data', 'collectionId'] as const).some(
    (member) => change.before[member] !== change.item[member],
  );

/** @returns undefined if nothing changes that a revision records. */
const revisionOf = async (
  revisions: Dependencies['revisions'],
  actor: Actor,
  change: StoredChange,
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

/** A change of status ends the planned changes that it makes pointless; any other, those that the use case names. */
const unscheduledBy = ({
  before,
  item,
  unscheduled,
}: Omit<Extract<DecidedChange, { readonly kind: 'update' }>, 'collection'>):
  | readonly ScheduledAction[]
  | undefined => (before.status === item.status ? unscheduled : pointlessIn[item.status]);
