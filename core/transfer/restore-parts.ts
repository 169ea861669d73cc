import { searchTextOf } from '../collections/data/item-text.ts';
import { emptySchema } from '../collections/schema/parse-schema.ts';
import { copyEvent } from '../events/stored-event.ts';
import type { ContentItem, ItemStamp } from '../model/content/content-item.ts';
import type { Revision } from '../model/content/revision.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import type { FormerSlug } from '../model/content/redirect.ts';
import type { TrashedItem } from '../model/content/trashed-item.ts';
import { isSameCopyState, type WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';

export type PartDependencies = Pick<
  Dependencies,
  | 'contents'
  | 'trash'
  | 'revisions'
  | 'copies'
  | 'schedules'
  | 'redirects'
  | 'collections'
  | 'clock'
>;

/** What is stored of the item of a line. */
export interface Place {
  readonly item: ContentItem | undefined;
  readonly isTrashed: boolean;
}

/** `left_out`: the service has something newer, or does not have the item. */
export type Settled = 'created' | 'unchanged' | 'left_out';

export const restoreTrashed = async (
  { contents, trash }: PartDependencies,
  trashed: TrashedItem,
  dryRun: boolean,
): Promise<Settled> => {
  const { id } = trashed.item;
  if ((await contents.findByIds([id])).length > 0) return 'left_out';
  const isNew = dryRun ? !(await trash.findIds([id])).has(id) : await trash.add(trashed);
  return isNew ? 'created' : 'unchanged';
};

export const restoreCopy = async (
  { copies, collections, clock }: PartDependencies,
  copy: WorkingCopy,
  { item }: Place,
  dryRun: boolean,
): Promise<Settled> => {
  const stored = await copies.find(copy.contentId);
  if (stored === undefined) {
    if (dryRun) return 'created';
    const { schema = emptySchema } = (await collections.findById(copy.collectionId)) ?? {};
    const event = copyEvent(copy.contentId, item ?? copy, copy, clock.now());
    return (await copies.add(copy, searchTextOf(schema, copy), event)) ? 'created' : 'left_out';
  }
  return stored.updatedAt === copy.updatedAt && isSameCopyState(stored, copy)
    ? 'unchanged'
    : 'left_out';
};

/** A change of this action that is planned here stays. */
export const restoreChange = async (
  { schedules }: PartDependencies,
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
  if (dryRun) decide((await schedules.find(contentId)).changes);
  else if ((await schedules.revise(contentId, ({ changes }) => decide(changes))) === undefined) {
    return 'left_out';
  }
  return outcome;
};

export const restoreRevisions = async (
  { revisions }: PartDependencies,
  lines: readonly { readonly item: ItemStamp; readonly revision: Revision }[],
  placeOf: (id: string) => Place,
  dryRun: boolean,
): Promise<readonly boolean[]> => {
  if (lines.length === 0) return [];
  if (!dryRun) {
    return revisions.add(
      lines.map(({ revision, item }) => asStored(revision, placeOf(item.id).item)),
    );
  }
  const isNew: boolean[] = [];
  for (const { revision } of lines) {
    isNew.push((await revisions.find(revision.contentId, revision.version)) === undefined);
  }
  return isNew;
};

/** A slug that another item has, or that leads to another item, stays with that. */
export const restoreFormerSlugs = async (
  { contents, redirects }: PartDependencies,
  formerSlugs: readonly FormerSlug[],
  dryRun: boolean,
): Promise<readonly Settled[]> => {
  if (formerSlugs.length === 0) return [];
  const stored = await redirects.findItemIds(formerSlugs.map(({ slug }) => slug));
  const isFree: boolean[] = [];
  for (const { slug, contentId } of dryRun ? formerSlugs : []) {
    const holder = await contents.findBySlug(slug);
    isFree.push(!stored.has(slug) && (holder === undefined || holder.id === contentId));
  }
  const isNew = dryRun ? isFree : await redirects.add(formerSlugs);
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
