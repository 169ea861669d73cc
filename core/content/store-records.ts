import type { ContentChange, DecidedChange } from '../model/content/content-change.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { resultOf, type Result } from '../primitives/errors.ts';
import { laterOf } from '../primitives/time.ts';
import { assertJoinable } from './joined-size.ts';
import { sharesFields } from './shared-writes.ts';

/** How the changes of one caller are stored. */
export interface RecordSteps {
  /** Asks the hooks, and adds what is stored with the change. */
  readonly prepare: (change: DecidedChange) => Promise<ContentChange>;
  readonly storeOne: (change: ContentChange) => Promise<boolean>;
  readonly storeCreations: (creations: readonly ContentChange[]) => Promise<boolean>;
  /** @returns the change with those of the translations. Undefined if it has to be decided anew. */
  readonly storeShared: (change: DecidedChange) => Promise<readonly ContentChange[] | undefined>;
  /** Writes that are stored together. */
  readonly joined: {
    readonly write: (change: DecidedChange) => Promise<ContentItem | undefined>;
    readonly changes: () => readonly ContentChange[];
    readonly commit: () => Promise<boolean>;
  };
}

type Outcomes = Map<DecidedChange, Result<boolean>>;

/** Stores changes, each independently of the others. @returns for each, in order, whether it was stored, or its error. */
export const storeRecords = async (
  changes: readonly DecidedChange[],
  steps: RecordSteps,
): Promise<readonly Result<boolean>[]> => {
  const outcomes: Outcomes = new Map();
  await storeSeparate(
    changes.filter((change) => !sharesFields(change)),
    steps,
    outcomes,
  );
  await storeSharing(changes.filter(sharesFields), steps, outcomes);
  return changes.map((change) => outcomes.get(change) ?? { ok: true, value: false });
};

/** All creations at once; if one of them conflicts, each of them alone. */
const storeSeparate = async (
  changes: readonly DecidedChange[],
  { prepare, storeOne, storeCreations }: RecordSteps,
  outcomes: Outcomes,
): Promise<void> => {
  const prepared = new Map<DecidedChange, ContentChange>();
  for (const change of changes) {
    const result = await resultOf(() => prepare(change));
    if (result.ok) prepared.set(change, result.value);
    else outcomes.set(change, result);
  }
  const creations = [...prepared.values()].filter(({ kind }) => kind === 'create');
  const together = creations.length > 1 && (await resultOf(() => storeCreations(creations)));
  const areStored = together !== false && together.ok && together.value;
  for (const [change, recorded] of prepared) {
    outcomes.set(
      change,
      areStored && change.kind === 'create'
        ? { ok: true, value: true }
        : await resultOf(() => storeOne(recorded)),
    );
  }
};

/** All changes at once; if one of them conflicts, each of them with its translations. */
const storeSharing = async (
  changes: readonly DecidedChange[],
  { joined, storeShared }: RecordSteps,
  outcomes: Outcomes,
): Promise<void> => {
  if (changes.length === 0) return;
  for (const change of changes) {
    const result = await resultOf(async () => {
      assertJoinable([...joined.changes(), change]);
      return (await joined.write(change)) !== undefined;
    });
    outcomes.set(change, result);
  }
  const together = await resultOf(() => joined.commit());
  if (together.ok && together.value) return;
  const stored = new Map<string, ContentItem>();
  for (const change of changes) {
    const result = await resultOf(() => storeShared(following(change, stored.get(change.item.id))));
    for (const each of (result.ok && result.value) || []) stored.set(each.item.id, each.item);
    outcomes.set(change, result.ok ? { ok: true, value: result.value !== undefined } : result);
  }
};

/** The change of an item that got its shared fields from an earlier change. */
const following = (change: DecidedChange, stored: ContentItem | undefined): DecidedChange => {
  if (change.kind !== 'update' || stored === undefined) return change;
  const { item } = change;
  const version = stored.version + 1;
  const origin = item.origin?.version === item.version ? { ...item.origin, version } : item.origin;
  const updatedAt = laterOf(stored.updatedAt, item.updatedAt);
  return { ...change, before: stored, item: { ...item, version, origin, updatedAt } };
};
