import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/policy.ts';
import type { ContentItem } from '../content/content-item.ts';
import type { ContentChange } from '../content/content-writer.ts';
import type { Dependencies } from '../dependencies.ts';
import { settle, type Settled } from '../errors.ts';
import type { ContentRecord, ImportOutcome } from './content-record.ts';
import {
  loadContext,
  parseContentRecord,
  type ParsedContentRecord,
} from './parse-content-record.ts';
import { duplicateRecord, editedHere, planImport, type ImportChange } from './plan-import.ts';

export interface ImportContent {
  readonly records: readonly ContentRecord[];
  /** Replaces items that were edited here since they were imported. */
  readonly overwrite?: boolean | undefined;
  /** The records come from an export: keeps every member exactly. */
  readonly verbatim?: boolean | undefined;
}

type ImportDependencies = Pick<
  Dependencies,
  'contents' | 'collections' | 'users' | 'ids' | 'clock' | 'digest' | 'patterns' | 'contentWriter'
>;

/**
 * Imports a batch. Each record is stored completely or not at all, independently of the others. A
 * record that equals its item changes nothing; an item that was edited here since it was imported is
 * kept unless `overwrite` is set. An import can give an item any status.
 *
 * @returns one outcome per record, in order.
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
 */
export const importContent =
  (dependencies: ImportDependencies) =>
  async (actor: Actor, command: ImportContent): Promise<readonly ImportOutcome[]> => {
    authorize(actor, 'administer');
    const plans = await planAll(dependencies, actor, command);
    const changes = plans.flatMap((plan) => (plan.ok ? (plan.value.change ?? []) : []));
    const written = await dependencies.contentWriter.writeAll(actor, changes);
    const outcomes = new Map<ContentChange, Settled<boolean>>(
      changes.map((change, index) => [change, written[index] ?? { ok: true, value: false }]),
    );
    return plans.map((plan): ImportOutcome => {
      if (!plan.ok) return { outcome: 'failed', error: plan.error };
      const { change, stored } = plan.value;
      if (change === undefined) return { outcome: 'unchanged', id: stored.id, slug: stored.slug };
      const outcome = outcomes.get(change);
      if (outcome?.ok === false) return { outcome: 'failed', error: outcome.error };
      if (outcome?.value !== true) return { outcome: 'failed', error: editedHere(change.item) };
      const { id, slug } = change.item;
      return { outcome: change.kind === 'create' ? 'created' : 'updated', id, slug };
    });
  };

/** Either a change, or the stored item that equals the record. */
type Plan =
  | { readonly change: ImportChange; readonly stored?: undefined }
  | { readonly change?: undefined; readonly stored: ContentItem };

const planAll = async (
  dependencies: ImportDependencies,
  actor: Actor,
  { records, overwrite = false, verbatim = false }: ImportContent,
): Promise<readonly Settled<Plan>[]> => {
  const context = await loadContext(dependencies, records);
  const parsed = await Promise.all(
    records.map((record) =>
      settle(() => parseContentRecord(dependencies, record, context, { actor, verbatim })),
    ),
  );
  const findItem = await findStored(
    dependencies,
    parsed.flatMap((record) => (record.ok ? [record.value] : [])),
  );
  const rules = { overwrite, now: dependencies.clock.now() };
  // Two records of one item would overwrite each other with every import.
  const planned = new Set<string>();
  return Promise.all(
    parsed.map(async (record): Promise<Settled<Plan>> => {
      if (!record.ok) return record;
      return settle((): Plan => {
        const before = findItem(record.value);
        if (before !== undefined && planned.has(before.id)) throw duplicateRecord(record.value);
        if (before !== undefined) planned.add(before.id);
        const change = planImport(record.value, before, rules);
        return change === undefined ? { stored: before ?? record.value.item } : { change };
      });
    }),
  );
};

/** Finds the item of each record: by id, or by slug for records without an id. */
const findStored = async (
  { contents }: ImportDependencies,
  parsed: readonly ParsedContentRecord[],
): Promise<(record: ParsedContentRecord) => ContentItem | undefined> => {
  const ids = parsed.filter(({ hasId }) => hasId).map(({ item }) => item.id);
  const byId = new Map((await contents.findByIds(ids)).map((item) => [item.id, item]));
  const bySlug = new Map<string, ContentItem>();
  for (const { item } of parsed.filter(({ hasId }) => !hasId)) {
    const holder = await contents.findBySlug(item.slug);
    if (holder?.collectionId === item.collectionId) bySlug.set(item.slug, holder);
  }
  return ({ hasId, item }) => (hasId ? byId.get(item.id) : bySlug.get(item.slug));
};
