import { authorize } from '../access/policy.ts';
import { withBlockIds } from '../collections/data/block-ids.ts';
import type { ContentWriter } from '../content/content-writer.ts';
import { planSingletons } from '../content/singleton-plan.ts';
import type { Actor } from '../model/actor.ts';
import type { DecidedChange } from '../model/content/content-change.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { FormerId } from '../ports/repositories/reference-repository.ts';
import { DomainError, resultOf, type Result } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { ContentRecord, ImportOutcome } from './content-record.ts';
import { findTrashedIds, storedItemFinder } from './find-stored.ts';
import { parseCollectionRecord, type CollectionRecord } from './import-collections.ts';
import {
  loadContext,
  parseContentRecord,
  type ParsedContentRecord,
} from './parse-content-record.ts';
import {
  duplicateRecord,
  editedHere,
  idInTrash,
  planImport,
  type ImportChange,
} from './plan-import.ts';
import { planGroups, type Member } from './record-placement.ts';
import { findWaiting, namedSource, recordSources, withoutRecord } from './record-sources.ts';
import { planSlugs, type OnSlugClash, type PlannedSlug } from './slug-plan.ts';

export interface ImportContent {
  readonly records: readonly ContentRecord[];
  /** Replaces items that were edited here since they were imported. Defaults to false, like the switches below. */
  readonly overwrite?: boolean | undefined;
  /** The records come from an export: keeps every member exactly. */
  readonly verbatim?: boolean | undefined;
  /** The revisions of new items are restored afterwards: their creation stores none. */
  readonly historyFollows?: boolean | undefined;
  /**
   * Converts data that the schema rejects, or leaves it out, instead of rejecting the record. A record whose required
   * fields have no value becomes a draft. The outcome lists the changes. Has no effect with `verbatim`.
   */
  readonly fitData?: boolean | undefined;
  /** What to do with a record whose slug another item has. Defaults to `skip`. */
  readonly onSlugClash?: OnSlugClash | undefined;
  /** The creation time of new items whose record has none. Defaults to now. */
  readonly importedAt?: EpochMs | undefined;
  /** Checks everything and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the earlier batches of a dry run would have stored. Has no effect otherwise. */
  readonly planned?: PlannedState | undefined;
}

/** What a dry run would have stored. Absent members stand for none. */
export interface PlannedState {
  readonly slugs?: readonly PlannedSlug[] | undefined;
  readonly collections?: readonly CollectionRecord[] | undefined;
  /** The ids of the new items, in content and in the trash. */
  readonly items?: readonly string[] | undefined;
}

type ImportDependencies = Pick<
  Dependencies,
  | 'translations'
  | 'contents'
  | 'trash'
  | 'collections'
  | 'users'
  | 'site'
  | 'ids'
  | 'clock'
  | 'digest'
  | 'patterns'
  | 'domainNames'
  | 'references'
> & { readonly contentWriter: ContentWriter };

export const importContent =
  (dependencies: ImportDependencies) =>
  async (actor: Actor, command: ImportContent): Promise<readonly ImportOutcome[]> => {
    authorize(actor, 'administer');
    const plans = await planAll(dependencies, actor, command);
    const changes = plans.flatMap((plan) => (plan.ok ? (plan.value.change ?? []) : []));
    const { contentWriter } = dependencies;
    const waiting = command.dryRun === true ? [] : await findWaiting(dependencies, changes);
    const written = await (command.dryRun === true
      ? contentWriter.checkAll(actor, changes)
      : contentWriter.writeAll(actor, changes, {
          historyFollows: command.historyFollows,
          isImport: true,
        }));
    const outcomes = new Map<DecidedChange, Result<boolean>>(
      changes.map((change, index) => [change, written[index] ?? { ok: true, value: false }]),
    );
    if (command.dryRun !== true) {
      const stored = storedIn(plans, outcomes);
      const unchanged = stored.flatMap((plan) =>
        plan.change === undefined ? namedSource(plan.stored, plan.source) : [],
      );
      const changed = stored.flatMap((plan) =>
        plan.change === undefined ? [] : namedSource(plan.change.item, plan.source),
      );
      const lacking = await withoutRecord(dependencies, unchanged);
      await recordSources(dependencies, [...waiting, ...lacking, ...changed]);
      const formerIds = stored.flatMap(formerIdsOf);
      if (formerIds.length > 0) await dependencies.references.addFormerIds(formerIds);
    }
    return plans.map((plan): ImportOutcome => {
      if (!plan.ok) return { outcome: 'failed', error: plan.error };
      const { change, stored, changes: made } = plan.value;
      const fitted = made.length > 0 && { changes: made };
      if (change === undefined) {
        return { outcome: 'unchanged', id: stored.id, slug: stored.slug, ...fitted };
      }
      const outcome = outcomes.get(change);
      if (outcome?.ok === false) return { outcome: 'failed', error: outcome.error };
      if (outcome?.value !== true) return { outcome: 'failed', error: changedMeanwhile(change) };
      const { id, slug } = change.item;
      if (change.kind === 'create') return { outcome: 'created', id, slug, ...fitted };
      const { slug: previousSlug } = change.before;
      return {
        outcome: 'updated',
        id,
        slug,
        ...(previousSlug !== slug && { previousSlug }),
        ...fitted,
      };
    });
  };

const changedMeanwhile = ({ kind, item }: ImportChange): DomainError =>
  kind === 'update'
    ? editedHere(item)
    : new DomainError('version_mismatch', 'The collection changed during the import', {
        details: 'Import the record again',
      });

/** The plans whose items are stored now, or were before. */
const storedIn = (
  plans: readonly Result<Plan>[],
  outcomes: ReadonlyMap<DecidedChange, Result<boolean>>,
): readonly Plan[] =>
  plans.flatMap((plan) => {
    if (!plan.ok) return [];
    const outcome = plan.value.change && outcomes.get(plan.value.change);
    return outcome === undefined || (outcome.ok && outcome.value) ? [plan.value] : [];
  });

/** The ids that the record of a stored item adds to its group. */
const formerIdsOf = ({ change, stored, formerIds }: Plan): readonly FormerId[] => {
  const group = (change?.item ?? stored)?.group;
  return group === undefined ? [] : formerIds.map((id) => ({ id, groupId: group.id }));
};

/** Either a change, or the stored item that equals the record. */
type Plan = Pick<ParsedContentRecord, 'changes' | 'source'> &
  Pick<ParsedContentRecord['placement'], 'formerIds'> &
  (
    | { readonly change: ImportChange; readonly stored?: undefined }
    | { readonly change?: undefined; readonly stored: ContentItem }
  );

const planAll = async (
  dependencies: ImportDependencies,
  actor: Actor,
  command: ImportContent,
): Promise<readonly Result<Plan>[]> => {
  const { records, overwrite = false, verbatim = false, onSlugClash = 'skip' } = command;
  const { importedAt, fitData = false, dryRun = false } = command;
  const { slugs: plannedSlugs = [], collections = [] } = (dryRun && command.planned) || {};
  const plannedCollections = collections.map((each) => parseCollectionRecord(dependencies, each));
  const context = await loadContext(dependencies, records, plannedCollections);
  const rules = { actor, verbatim, fitData, importedAt };
  const parsed = await Promise.all(
    records.map((record) =>
      resultOf(() => parseContentRecord(dependencies, record, context, rules)),
    ),
  );
  const valid = parsed.flatMap((record) => (record.ok ? [record.value] : []));
  const findItem = await storedItemFinder(dependencies.contents, valid);
  const trashedIds = await findTrashedIds(dependencies, valid);
  const singletons = planSingletons(
    dependencies.contents,
    plannedSlugs.flatMap(({ id, collection = '', group }) => {
      const collectionId = context.collections.get(collection)?.id;
      return id === undefined || collectionId === undefined
        ? []
        : [{ id, collectionId, ...(group && { group: { id: group } }) }];
    }),
  );
  const members = plannedSlugs.flatMap(({ id, locale, group }): readonly Member[] =>
    id === undefined || locale === undefined ? [] : [{ id, locale, groupId: group ?? id }],
  );
  const groups = planGroups(dependencies.contents, members, { verbatim, dryRun });
  const slugs = planSlugs(dependencies.contents, valid, plannedSlugs, { onSlugClash, overwrite });
  const now = dependencies.clock.now();
  const plannedIds = new Map(plannedSlugs.map((each) => [keyOf(each), each.id]));
  // Two records of one item would overwrite each other with every import.
  const identities = new Set<string>();

  const plan = async (record: ParsedContentRecord): Promise<Plan> => {
    const { hasId, item, collection, changes } = record;
    const before = findItem(record);
    if (before === undefined && hasId && trashedIds.has(item.id)) throw idInTrash();
    const { slug: sourceSlug, locale } = item;
    const slugKey = keyOf({ slug: sourceSlug, collection: collection.name, locale });
    const identity = before?.id ?? (hasId ? item.id : slugKey);
    if (identities.has(identity)) {
      throw hasId || before !== undefined ? duplicateRecord(record) : await slugs.clash(record);
    }
    const id = before?.id ?? (hasId ? item.id : (plannedIds.get(slugKey) ?? item.id));
    const data = verbatim
      ? item.data
      : withBlockIds(dependencies.ids, collection, item.data, before?.data);
    const createdAt =
      before === undefined || record.hasCreatedAt ? item.createdAt : before.createdAt;
    const placed = { ...item, id, createdAt, data };
    const placement = await groups.placementFor(record.placement, placed, before);
    const own = { ...record, item: { ...placed, ...placement } };
    const slug = await slugs.slugFor(own, before);
    const change = planImport(own, before, { overwrite, now, slug });
    identities.add(identity);
    const { formerIds } = record.placement;
    const parts = { changes, source: record.source, formerIds };
    if (change === undefined) return { stored: before ?? own.item, ...parts };
    if (before?.collectionId !== collection.id) {
      if (collection.isSingleton === true) await singletons.enter(change.item);
      if (before !== undefined) singletons.leave(before);
    }
    await groups.enter(change.item);
    slugs.add(change.item, before);
    return { change, ...parts };
  };

  const plans: Result<Plan>[] = [];
  for (const record of parsed) {
    plans.push(record.ok ? await resultOf(() => plan(record.value)) : record);
  }
  return plans;
};

const keyOf = ({ slug, collection = '', locale = '' }: PlannedSlug): string =>
  `${collection} ${slug} ${locale}`;
