import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { ContentItem } from '../content/content-item.ts';
import type { ImportOutcome, ContentRecord } from './content-record.ts';
import {
  lookAround,
  parseContentRecord,
  type ParsedContentRecord,
} from './parse-content-record.ts';
import { planImport, repeated, type Write } from './plan-import.ts';
import { settle, type Settled } from './settle.ts';
import type { TransferPorts } from './transfer-ports.ts';
import { writeBatch } from './write-batch.ts';

export interface ImportContent {
  readonly records: readonly ContentRecord[];
  /** Replace what was edited here since it was imported. */
  readonly overwrite?: boolean | undefined;
  /** The records come from an export: keep them word for word. */
  readonly verbatim?: boolean | undefined;
}

/**
 * Brings a batch in. Each record is kept whole or not at all, whatever becomes of the others; one
 * that says what is there already changes nothing, and what was edited here since it was imported
 * stays unless `overwrite` is given. An import may give an item any status.
 *
 * @returns one outcome per record, in order.
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
 */
export const importContent =
  (ports: TransferPorts) =>
  async (actor: Actor, command: ImportContent): Promise<readonly ImportOutcome[]> => {
    authorize(actor, 'administer');
    const plans = await planAll(ports, actor, command);
    const writes = plans.flatMap((planned) =>
      planned.ok && planned.value.write !== undefined ? [planned.value.write] : [],
    );
    const failed = await writeBatch(ports, actor, writes);
    return plans.map((planned): ImportOutcome => {
      if (!planned.ok) return { outcome: 'failed', error: planned.error };
      const { write, stored } = planned.value;
      if (write === undefined) return { outcome: 'unchanged', id: stored.id, slug: stored.slug };
      const error = failed.get(write);
      if (error !== undefined) return { outcome: 'failed', error };
      const { id, slug } = write.item;
      return { outcome: write.before === undefined ? 'created' : 'updated', id, slug };
    });
  };

/** Either something to write, or the stored item that is as it should be. */
type Plan =
  | { readonly write: Write; readonly stored?: undefined }
  | { readonly write?: undefined; readonly stored: ContentItem };

const planAll = async (
  ports: TransferPorts,
  actor: Actor,
  { records, overwrite = false, verbatim = false }: ImportContent,
): Promise<readonly Settled<Plan>[]> => {
  const surroundings = await lookAround(ports, records);
  const parsed = await Promise.all(
    records.map((record) =>
      settle(() => parseContentRecord(ports, record, surroundings, { actor, verbatim })),
    ),
  );
  const stored = await findStored(
    ports,
    parsed.flatMap((record) => (record.ok ? [record.value] : [])),
  );
  const rules = { overwrite, now: ports.clock.now() };
  // Of two that are the same item each would undo the other, again at every repetition.
  const planned = new Set<string>();
  return Promise.all(
    parsed.map(async (record): Promise<Settled<Plan>> => {
      if (!record.ok) return record;
      return settle((): Plan => {
        const before = stored(record.value);
        if (before !== undefined && planned.has(before.id)) throw repeated(record.value);
        if (before !== undefined) planned.add(before.id);
        const write = planImport(record.value, before, rules);
        return write === undefined ? { stored: before ?? record.value.item } : { write };
      });
    }),
  );
};

/** Looks up what the records may already be: by id, or by slug for those without one. */
const findStored = async (
  { contents }: Pick<TransferPorts, 'contents'>,
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
