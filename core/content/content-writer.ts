import type { Notify } from '../events/notification.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import type {
  ContentChange,
  DecidedChange,
  GroupState,
  ItemVersion,
} from '../model/content/content-change.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { hasCode, resultOf, type Result } from '../primitives/errors.ts';
import { askAbout } from './ask-about.ts';
import { slugTaken } from './free-slug.ts';
import { recordChange, type RecordDependencies } from './record-change.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';
import { sharedWrites } from './shared-writes.ts';
import { storeRecords } from './store-records.ts';

/**
 * The only module that writes content. Each change asks the hooks, and is stored with its revision and its event by one
 * commit, in this order; a change of shared fields with those of the translations, see `SharedWrites`. Then the instance is
 * notified, so that readers of the outbox begin at once.
 */
export interface ContentWriter {
  /**
   * @returns the item as stored, or as deleted. Hooks can replace its title and data. Undefined if the
   *   stored item, its collection or its group is another one: decide anew.
   * @throws DomainError `blocked_by_hook`; what `SharedWrites` throws; `collection_not_found`, if a hook replaces data of an
   *   item whose collection was deleted; `slug_taken`, naming a free slug; `value_taken`; `singleton_exists`; `id_taken`;
   *   `referenced` for a deletion, without the referrers.
   */
  write(
    actor: Actor,
    change: DecidedChange,
    remarks?: WriteRemarks,
  ): Promise<ContentItem | undefined>;

  /**
   * Writes several changes, each independently of the others.
   *
   * @param remarks about all of them.
   * @returns for each change, in order, whether it was stored, or what {@link write} throws.
   * @throws errors that no change caused, such as `dependency_unavailable`. Some changes may be stored then.
   */
  writeAll(
    actor: Actor,
    changes: readonly DecidedChange[],
    remarks?: WriteRemarks,
  ): Promise<readonly Result<boolean>[]>;

  /**
   * Begins writes that are stored together: each of them asks the hooks, and is stored by the commit. At most one may be
   * of the same item, beside those that give it shared fields.
   */
  join(): JoinedWriter;

  /** Only asks the hooks. @returns for each change, in order, whether they allow it. */
  checkAll(actor: Actor, changes: readonly DecidedChange[]): Promise<readonly Result<boolean>[]>;
}

/** Writes that are stored together. */
export interface JoinedWriter extends Pick<ContentWriter, 'write'> {
  /** What was written so far, and is not stored: one change for each item. */
  readonly changes: () => readonly ContentChange[];
  /**
   * Stores all changes, or none.
   *
   * @param unchanged items that must still have these versions before.
   * @param groups that must still have these members before.
   * @returns false if a stored item, its collection or a group is another one, or if meanwhile a slug or a singleton was
   *   taken, or a reference stored: write anew, to another joined writer.
   */
  readonly commit: (
    unchanged?: readonly ItemVersion[],
    groups?: readonly GroupState[],
  ) => Promise<boolean>;
}

/** What a use case that writes content takes. */
export interface ContentWriting {
  readonly contentWriter: Pick<ContentWriter, 'write'>;
}

type WriterDependencies = Pick<Dependencies, 'store' | 'contents' | 'patterns'> &
  RecordDependencies & {
    readonly askHooks: AskHooks;
    readonly notify: Notify;
  };

export const contentWriter = (dependencies: WriterDependencies): ContentWriter => {
  const { store, contents, askHooks, notify } = dependencies;

  const record = (
    actor: Actor,
    change: DecidedChange,
    remarks?: WriteRemarks,
  ): Promise<ContentChange> => recordChange(dependencies, actor, change, remarks);

  /** @param others the changes of the translations of the item. */
  const storeOne = async (
    change: ContentChange,
    others: readonly ContentChange[] = [],
    groups: readonly GroupState[] = [],
  ): Promise<boolean> => {
    try {
      return await store.commit(inOrder([change, ...others]), [], groups);
    } catch (error) {
      throw hasCode(error, 'slug_taken')
        ? await slugTaken(contents, change.item.slug, error)
        : error;
    }
  };

  /** @returns the change as stored, and those of the translations. Undefined if it has to be decided anew. */
  const storeDecided = async (
    actor: Actor,
    change: DecidedChange,
    remarks?: WriteRemarks,
  ): Promise<readonly ContentChange[] | undefined> => {
    const shared = sharedWrites(dependencies);
    const decided = await shared.decide(actor, change, remarks);
    if (decided === undefined) return undefined;
    const recorded: ContentChange[] = [];
    for (const each of decided) {
      recorded.push(await record(actor, withSourceIn(decided, each), remarks));
    }
    const [first, ...others] = recorded;
    const isStored = first !== undefined && (await storeOne(first, others, shared.groups()));
    return isStored ? recorded : undefined;
  };

  const join = (): JoinedWriter => {
    const changes = new Map<string, ContentChange>();
    const shared = sharedWrites(dependencies);
    return {
      write: async (actor, change, remarks) => {
        const decided = await shared.decide(actor, change, remarks);
        for (const each of decided ?? []) {
          changes.set(
            each.item.id,
            await record(actor, withSourceIn(decided ?? [], each), remarks),
          );
        }
        return decided?.[0]?.item;
      },
      changes: () => [...changes.values()],
      commit: async (unchanged = [], groups = []) => {
        const named = new Map([...shared.groups(), ...groups].map((each) => [each.id, each]));
        try {
          const all = inOrder([...changes.values()]);
          if (!(await store.commit(all, unchanged, [...named.values()]))) return false;
        } catch (error) {
          if (wasTakenMeanwhile(error)) return false;
          throw error;
        }
        await notify({ type: 'stored' });
        return true;
      },
    };
  };

  return {
    write: async (actor, change, remarks) => {
      const stored = await storeDecided(actor, change, remarks);
      if (stored === undefined) return undefined;
      await notify({ type: 'stored' });
      return stored[0]?.item;
    },
    join,
    checkAll: async (actor, changes) => {
      const shared = sharedWrites(dependencies);
      const results: Result<boolean>[] = [];
      for (const change of changes) {
        results.push(
          await resultOf(async () => {
            await shared.decide(actor, change, { isImport: true });
            return true;
          }),
        );
      }
      return results;
    },
    writeAll: async (actor, changes, remarks) => {
      const joined = join();
      const results = await storeRecords(changes, {
        prepare: async (change) => record(actor, await askAbout(askHooks, actor, change), remarks),
        storeOne,
        storeCreations: (creations) => store.commit(creations),
        storeShared: (change) => storeDecided(actor, change, remarks),
        joined: { ...joined, write: (change) => joined.write(actor, change, remarks) },
      });
      await notify({ type: 'stored' });
      return results;
    },
  };
};

/** A new translation was made from what its source is after the commit, which may give that its shared fields. */
const withSourceIn = (decided: readonly DecidedChange[], change: DecidedChange): DecidedChange => {
  if (change.kind !== 'create' || change.source === undefined) return change;
  const { item, versions } = change.source;
  const after = decided.find((each) => each.kind === 'update' && each.item.id === item.id)?.item;
  if (after === undefined) return change;
  return { ...change, source: { item: after, versions: [...versions, after.version] } };
};

/**
 * In the order of the ids, so that two commits never wait for each other. Deletions come last, because the other changes
 * remove what refers to the items.
 */
const inOrder = (changes: readonly ContentChange[]): readonly ContentChange[] => {
  const isDeletion = ({ kind }: ContentChange): number => Number(kind === 'delete');
  return changes.toSorted(
    (left, right) =>
      isDeletion(left) - isDeletion(right) || (left.item.id < right.item.id ? -1 : 1),
  );
};

/** Whether a commit fails because of what another one stored first. */
const wasTakenMeanwhile = (error: unknown): boolean =>
  (['slug_taken', 'singleton_exists', 'referenced'] as const).some((code) => hasCode(error, code));
