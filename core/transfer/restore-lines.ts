import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import type { Comment } from '../model/content/comment.ts';
import type { ContentItem, ItemStamp } from '../model/content/content-item.ts';
import type { Revision } from '../model/content/revision.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import { parseSlug, type Slug } from '../model/content/slug.ts';
import type { WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { resultOf, type DomainError, type Result } from '../primitives/errors.ts';
import { parseCollectionRecord } from './import-collections.ts';
import type { PlannedState } from './import-content.ts';
import { loadContext, parseContentRecord, type ImportContext } from './parse-content-record.ts';
import {
  collectionIdOf,
  emailsIn,
  isInState,
  parseChange,
  parseComment,
  parseCopy,
  parseRevision,
  parseStamp,
  timeOf,
  userOf,
} from './parse-line.ts';
import type { RestorableLine } from './restorable-line.ts';
import {
  restoreChange,
  restoreComments,
  restoreCopy,
  restoreFormerSlugs,
  restoreRevisions,
  restoreTrashed,
  type IncomingTrash,
  type PartDependencies,
  type Place,
  type Settled,
} from './restore-parts.ts';

export interface RestoreLines {
  readonly lines: readonly RestorableLine[];
  /** Checks the lines and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the earlier steps of a dry run would have stored. Has no effect otherwise. */
  readonly planned?: PlannedState | undefined;
}

export type LineOutcome =
  | { readonly outcome: Settled }
  | { readonly outcome: 'failed'; readonly error: DomainError };

type RestoreDependencies = PartDependencies &
  Pick<Dependencies, 'users' | 'site' | 'ids' | 'digest' | 'patterns' | 'domainNames'>;

type Line = { readonly type: 'trash'; readonly trashed: IncomingTrash } | Part;

/** Something that belongs to an item. */
type Part =
  | { readonly type: 'revision'; readonly item: ItemStamp; readonly revision: Revision }
  | { readonly type: 'workingCopy'; readonly item: ItemStamp; readonly copy: WorkingCopy }
  | { readonly type: 'schedule'; readonly item: ItemStamp; readonly change: ScheduledChange }
  | { readonly type: 'comment'; readonly item: ItemStamp; readonly comment: Comment }
  | {
      readonly type: 'formerSlug';
      readonly item: ItemStamp;
      readonly slug: Slug;
      readonly seenIn: readonly string[] | undefined;
    };

export const restoreLines =
  (dependencies: RestoreDependencies) =>
  async (
    actor: Actor,
    { lines, dryRun = false, planned }: RestoreLines,
  ): Promise<readonly LineOutcome[]> => {
    authorize(actor, 'administer');
    const { collections = [], items = [] } = (dryRun && planned) || {};
    const plannedIds = new Set(items);
    const context = await loadContext(
      dependencies,
      lines.flatMap(emailsIn).map((author) => ({ author })),
      collections.map((each) => parseCollectionRecord(dependencies, each)),
    );
    const parsed: Result<Line>[] = [];
    for (const line of lines) {
      parsed.push(await resultOf(() => parseLine(dependencies, actor, line, context)));
    }
    const settled = new Map<Line, Result<Settled>>();
    const valid = parsed.flatMap((each) => (each.ok ? [each.value] : []));
    const settle = async (line: Line, outcome: () => Promise<Settled>): Promise<void> => {
      settled.set(line, await resultOf(outcome));
    };
    for (const line of valid) {
      if (line.type !== 'trash') continue;
      await settle(line, () => restoreTrashed(dependencies, actor, line.trashed, dryRun));
      const result = settled.get(line);
      if (dryRun && result?.ok === true && result.value === 'created') {
        plannedIds.add(line.trashed.item.id);
      }
    }
    const parts = valid.filter((line) => line.type !== 'trash');
    const placeOf = await findPlaces(dependencies, parts);
    const fitting: (Part & { readonly type: 'revision' })[] = [];
    const remembered: (Part & { readonly type: 'formerSlug' })[] = [];
    const said: (Part & { readonly type: 'comment' })[] = [];
    for (const line of parts) {
      const place = placeOf(line.item.id);
      const { id } = line.item;
      if (place.item === undefined ? !plannedIds.has(id) : !isInState(place.item, line.item)) {
        await settle(line, async () => 'left_out');
      } else if (line.type === 'revision') {
        fitting.push(line);
      } else if (line.type === 'formerSlug') {
        remembered.push(line);
      } else if (line.type === 'comment') {
        said.push(line);
      } else {
        await settle(line, () =>
          line.type === 'workingCopy'
            ? restoreCopy(dependencies, actor, line.copy, place, dryRun)
            : restoreChange(dependencies, actor, line.change, place, dryRun),
        );
      }
    }
    const added = await restoreRevisions(dependencies, actor, fitting, placeOf, dryRun);
    for (const [index, line] of fitting.entries()) {
      await settle(line, async () => (added[index] === true ? 'created' : 'unchanged'));
    }
    const comments = said.map(({ comment }) => comment);
    const restored = await restoreComments(dependencies, actor, comments, dryRun);
    for (const [index, line] of said.entries()) {
      await settle(line, async () => restored[index] ?? 'left_out');
    }
    const slugs = remembered.map(({ slug, seenIn, item: { id } }) => ({
      slug,
      contentId: id,
      seenIn: seenIn ?? activeCollectionOf(context, placeOf(id)),
    }));
    const outcomes = await restoreFormerSlugs(dependencies, actor, slugs, dryRun);
    for (const [index, line] of remembered.entries()) {
      await settle(line, async () => outcomes[index] ?? 'left_out');
    }
    return parsed.map((each): LineOutcome => {
      const result = each.ok ? settled.get(each.value) : each;
      if (result === undefined) return { outcome: 'left_out' };
      return result.ok ? { outcome: result.value } : { outcome: 'failed', error: result.error };
    });
  };

const parseLine = async (
  dependencies: RestoreDependencies,
  actor: Actor,
  line: RestorableLine,
  context: ImportContext,
): Promise<Line> => {
  if (line.type === 'trash') {
    const { item: record, deletedAt, deletedBy } = line.trashed;
    const rules = { actor, verbatim: true, fitData: false, importedAt: undefined };
    const { item, source } = await parseContentRecord(dependencies, record, context, rules);
    const deletion = {
      deletedAt: timeOf('deleted_at', deletedAt),
      deletedBy: userOf(deletedBy, context),
    };
    return { type: 'trash', trashed: { item, source, ...deletion } };
  }
  const item = parseStamp(line.item);
  switch (line.type) {
    case 'revision':
      return { type: 'revision', item, revision: parseRevision(item.id, line.revision, context) };
    case 'workingCopy':
      return {
        type: 'workingCopy',
        item,
        copy: parseCopy(dependencies, item.id, line.copy, context),
      };
    case 'schedule':
      return { type: 'schedule', item, change: parseChange(item.id, line.change, context) };
    case 'comment':
      return { type: 'comment', item, comment: parseComment(item.id, line.comment, context) };
    case 'formerSlug':
      return {
        type: 'formerSlug',
        item,
        slug: parseSlug(line.slug),
        // What is unknown here was seen by nobody.
        seenIn: line.seenIn?.flatMap((name) => collectionIdOf(name, context) ?? []),
      };
  }
};

/** The collection of the item, if readers of published content can see it. */
const activeCollectionOf = ({ collections }: ImportContext, { item }: Place): readonly string[] => {
  const isActive = [...collections.values()].some(
    ({ id, isActive }) => id === item?.collectionId && isActive,
  );
  return item !== undefined && isActive ? [item.collectionId] : [];
};

const findPlaces = async (
  { contents, trash }: RestoreDependencies,
  parts: readonly Part[],
): Promise<(id: string) => Place> => {
  const ids = [...new Set(parts.map(({ item }) => item.id))];
  // A read that fails after the last line was restored would hide that the line is stored.
  const found = ids.length === 0 ? [] : await contents.findByIds(ids);
  const live = new Map(found.map((item) => [item.id, item]));
  const trashed = new Map<string, ContentItem>();
  const missing = ids.filter((id) => !live.has(id));
  for (const id of missing.length === 0 ? [] : await trash.findIds(missing)) {
    const row = await trash.find(id);
    if (row !== undefined) trashed.set(id, row.item);
  }
  return (id) => ({ item: live.get(id) ?? trashed.get(id), isTrashed: trashed.has(id) });
};
