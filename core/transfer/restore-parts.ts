import { emptySchema } from '../collections/schema/parse-schema.ts';
import { textPartsOf } from '../drafts/copy-parts.ts';
import { audited } from '../events/record-audit.ts';
import { copyEvent } from '../events/stored-event.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote, type AuditedOperation } from '../model/audit-entry.ts';
import { commentLimits, type Comment } from '../model/content/comment.ts';
import type { ContentItem, ItemStamp } from '../model/content/content-item.ts';
import type { Revision } from '../model/content/revision.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import type { FormerSlug } from '../model/content/redirect.ts';
import type { TrashedItem } from '../model/content/trashed-item.ts';
import { isSameCopyState, type WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SourceRecord } from './content-record.ts';
import { namedSource, recordSources, withoutRecord } from './record-sources.ts';

export type PartDependencies = Pick<
  Dependencies,
  | 'store'
  | 'contents'
  | 'trash'
  | 'revisions'
  | 'copies'
  | 'schedules'
  | 'comments'
  | 'redirects'
  | 'collections'
  | 'translations'
  | 'digest'
  | 'clock'
  | 'timer'
  | 'markdown'
>;

/** What is stored of the item of a line. */
export interface Place {
  readonly item: ContentItem | undefined;
  readonly isTrashed: boolean;
}

/** `left_out`: the service has something newer, or does not have the item. */
export type Settled = 'created' | 'unchanged' | 'left_out';

/** An item for the trash, with what its line says about its source. */
export interface IncomingTrash extends TrashedItem {
  readonly source: SourceRecord | undefined;
}

export const restoreTrashed = async (
  dependencies: PartDependencies,
  actor: Actor,
  { source, ...trashed }: IncomingTrash,
  dryRun: boolean,
): Promise<Settled> => {
  const { contents, trash } = dependencies;
  const { id, slug } = trashed.item;
  if ((await contents.findByIds([id])).length > 0) return 'left_out';
  const isNew = dryRun
    ? !(await trash.findIds([id])).has(id)
    : await audited(
        dependencies,
        actor,
        (inside) => inside.trash.add(trashed),
        (isAdded) => (isAdded ? { action: 'content.import', id, detail: slug } : undefined),
      );
  if (!dryRun) {
    const named = namedSource(trashed.item, source);
    await recordSources(dependencies, await withoutRecord(dependencies, named));
  }
  return isNew ? 'created' : 'unchanged';
};

export const restoreCopy = async (
  dependencies: PartDependencies,
  actor: Actor,
  copy: WorkingCopy,
  { item }: Place,
  dryRun: boolean,
): Promise<Settled> => {
  const { copies, collections, clock } = dependencies;
  const stored = await copies.find(copy.contentId);
  if (stored === undefined) {
    if (dryRun) return 'created';
    const { schema = emptySchema } = (await collections.findById(copy.collectionId)) ?? {};
    const { contentId: id, slug: detail } = copy;
    const note = auditNote(actor, { action: 'draft.import', id, detail });
    const event = copyEvent(
      item ?? { id, createdAt: copy.createdAt },
      [item ?? copy, copy],
      clock.now(),
      note,
    );
    const parts = { ...(await textPartsOf(dependencies, { schema }, copy)), event };
    return (await copies.add(copy, parts)) ? 'created' : 'left_out';
  }
  return stored.updatedAt === copy.updatedAt && isSameCopyState(stored, copy)
    ? 'unchanged'
    : 'left_out';
};

/** A change of this action that is planned here stays. */
export const restoreChange = async (
  dependencies: PartDependencies,
  actor: Actor,
  change: ScheduledChange,
  { isTrashed }: Place,
  dryRun: boolean,
): Promise<Settled> => {
  if (isTrashed) return 'left_out';
  const { contentId, action, at, reason } = change;
  let outcome: Settled = 'created';
  const decide = (changes: readonly ScheduledChange[]): readonly ScheduledChange[] => {
    const stored = changes.find((each) => each.action === action);
    const isSame = stored?.at === at && stored.reason === reason;
    outcome = stored === undefined ? 'created' : isSame ? 'unchanged' : 'left_out';
    return stored === undefined ? [...changes, change] : changes;
  };
  if (dryRun) {
    decide((await dependencies.schedules.find(contentId)).changes);
    return outcome;
  }
  const schedule = await audited(
    dependencies,
    actor,
    ({ schedules }) => schedules.revise(contentId, ({ changes }) => decide(changes)),
    (revised) =>
      revised !== undefined && outcome === 'created'
        ? { action: 'schedule.import', id: contentId, detail: action }
        : undefined,
  );
  return schedule === undefined ? 'left_out' : outcome;
};

export const restoreRevisions = async (
  dependencies: PartDependencies,
  actor: Actor,
  lines: readonly { readonly item: ItemStamp; readonly revision: Revision }[],
  placeOf: (id: string) => Place,
  dryRun: boolean,
): Promise<readonly boolean[]> => {
  if (lines.length === 0) return [];
  if (!dryRun) {
    const stored = lines.map(({ revision, item }) => asStored(revision, placeOf(item.id).item));
    return audited(
      dependencies,
      actor,
      ({ revisions }) => revisions.add(stored),
      (added) => importOf('history.import', added),
    );
  }
  const isNew: boolean[] = [];
  for (const { revision } of lines) {
    const { contentId, version } = revision;
    isNew.push((await dependencies.revisions.find(contentId, version)) === undefined);
  }
  return isNew;
};

/** @param added whether each of several parts is new. */
const importOf = (
  action: 'history.import' | 'redirect.import' | 'comment.import',
  added: readonly boolean[],
): AuditedOperation | undefined => {
  const count = added.filter(Boolean).length;
  return count === 0 ? undefined : { action, detail: String(count) };
};

/** What an item has no room for is left out, and so is a reply without its thread. */
export const restoreComments = async (
  dependencies: PartDependencies,
  actor: Actor,
  comments: readonly Comment[],
  dryRun: boolean,
): Promise<readonly Settled[]> => {
  if (comments.length === 0) return [];
  const isNew = dryRun
    ? undefined
    : await audited(
        dependencies,
        actor,
        (inside) => inside.comments.add(comments, commentLimits.comments),
        (added) => importOf('comment.import', added),
      );
  const settled: Settled[] = [];
  for (const [index, { id }] of comments.entries()) {
    if (isNew?.[index] === true) settled.push('created');
    else if ((await dependencies.comments.find(id)) !== undefined) settled.push('unchanged');
    else settled.push(dryRun ? 'created' : 'left_out');
  }
  return settled;
};

/** A slug that another item has, or that leads to another item, stays with that. */
export const restoreFormerSlugs = async (
  dependencies: PartDependencies,
  actor: Actor,
  formerSlugs: readonly FormerSlug[],
  dryRun: boolean,
): Promise<readonly Settled[]> => {
  if (formerSlugs.length === 0) return [];
  const { contents, redirects } = dependencies;
  const stored = await redirects.findItemIds(formerSlugs.map(({ slug }) => slug));
  const isFree: boolean[] = [];
  for (const { slug, contentId } of dryRun ? formerSlugs : []) {
    const holder = await contents.findBySlug(slug);
    isFree.push(!stored.has(slug) && (holder === undefined || holder.id === contentId));
  }
  const isNew = dryRun
    ? isFree
    : await audited(
        dependencies,
        actor,
        (inside) => inside.redirects.add(formerSlugs),
        (added) => importOf('redirect.import', added),
      );
  return formerSlugs.map(({ slug, contentId }, index) => {
    if (isNew[index] === true) return 'created';
    return stored.get(slug) === contentId ? 'unchanged' : 'left_out';
  });
};

/** The revision of the version that is imported has its state, which a hook or a taken slug can have changed. */
const asStored = (revision: Revision, item: ContentItem | undefined): Revision => {
  if (item?.version !== revision.version) return revision;
  const { title, slug, status, collectionId, data } = item;
  return { ...revision, title, slug, status, collectionId, data };
};
