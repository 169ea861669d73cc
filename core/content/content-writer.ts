import type { Notify } from '../events/notification.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentChange, DecidedChange, ItemVersion } from '../model/content/content-change.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { hasCode, resultOf, type Result } from '../primitives/errors.ts';
import { slugTaken } from './free-slug.ts';
import { recordChange, type RecordDependencies } from './record-change.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';

/**
 * The only module that writes content. Each change asks the hooks, and is stored with its revision and its event by one
 * commit, in this order. Then the instance is notified, so that readers of the outbox begin at once.
 */
export interface ContentWriter {
  /**
   * @returns the item as stored, or as deleted. Hooks can replace its title and data. Undefined if the
   *   stored item or its collection has another version: decide anew.
   * @throws DomainError `blocked_by_hook`; `collection_not_found`, if a hook replaces data of an item whose collection was
   *   deleted; `slug_taken`, naming a free slug; `value_taken`; `singleton_exists`; `id_taken`; `referenced` for a
   *   deletion, without the referrers.
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
   * of the same item.
   */
  join(): JoinedWriter;

  /** Only asks the hooks. @returns for each change, in order, whether they allow it. */
  checkAll(actor: Actor, changes: readonly DecidedChange[]): Promise<readonly Result<boolean>[]>;
}

/** Writes that are stored together. */
export interface JoinedWriter extends Pick<ContentWriter, 'write'> {
  /** What was written so far, and is not stored. */
  readonly changes: () => readonly ContentChange[];
  /**
   * Stores all changes, or none.
   *
   * @param unchanged other items that must still have these versions then.
   * @returns false if a stored item or its collection has another version, or if meanwhile a slug or a singleton was
   *   taken, or a reference stored: write anew, to another joined writer.
   */
  readonly commit: (unchanged?: readonly ItemVersion[]) => Promise<boolean>;
}

/** What a use case that writes content takes. */
export interface ContentWriting {
  readonly contentWriter: Pick<ContentWriter, 'write'>;
}

type WriterDependencies = Pick<Dependencies, 'store' | 'contents'> &
  RecordDependencies & {
    readonly askHooks: AskHooks;
    readonly notify: Notify;
  };

export const contentWriter = (dependencies: WriterDependencies): ContentWriter => {
  const { store, contents, askHooks, notify } = dependencies;

  const storeOne = async (change: ContentChange): Promise<boolean> => {
    try {
      return await store.commit([change]);
    } catch (error) {
      throw hasCode(error, 'slug_taken')
        ? await slugTaken(contents, change.item.slug, error)
        : error;
    }
  };

  /**
   * In the order of the ids, so that two commits never wait for each other. Deletions come last, because the other changes
   * remove what refers to the items.
   */
  const storeTogether = async (
    changes: readonly ContentChange[],
    unchanged: readonly ItemVersion[],
  ): Promise<boolean> => {
    const isDeletion = ({ kind }: ContentChange): number => Number(kind === 'delete');
    const sorted = changes.toSorted(
      (left, right) =>
        isDeletion(left) - isDeletion(right) || (left.item.id < right.item.id ? -1 : 1),
    );
    try {
      return await store.commit(sorted, unchanged);
    } catch (error) {
      if (wasTakenMeanwhile(error)) return false;
      throw error;
    }
  };

  const askAboutAll = async (
    actor: Actor,
    changes: readonly DecidedChange[],
    remarks?: WriteRemarks,
  ): Promise<readonly Result<ContentChange>[]> => {
    const asked: Result<ContentChange>[] = [];
    for (const change of changes) {
      asked.push(
        await resultOf(async () =>
          recordChange(dependencies, actor, await askAbout(askHooks, actor, change), remarks),
        ),
      );
    }
    return asked;
  };

  return {
    write: async (actor, change, remarks) => {
      const allowed = await askAbout(askHooks, actor, change);
      if (!(await storeOne(await recordChange(dependencies, actor, allowed, remarks))))
        return undefined;
      await notify({ type: 'stored' });
      return allowed.item;
    },

    join: () => {
      const changes: ContentChange[] = [];
      return {
        write: async (actor, change, remarks) => {
          const allowed = await askAbout(askHooks, actor, change);
          changes.push(await recordChange(dependencies, actor, allowed, remarks));
          return allowed.item;
        },
        changes: () => changes,
        commit: async (unchanged = []) => {
          if (!(await storeTogether(changes, unchanged))) return false;
          await notify({ type: 'stored' });
          return true;
        },
      };
    },

    checkAll: async (actor, changes) => {
      const asked = await askAboutAll(actor, changes);
      return asked.map((each) => (each.ok ? { ok: true, value: true } : each));
    },

    writeAll: async (actor, changes, remarks) => {
      const asked = await askAboutAll(actor, changes, remarks);
      const allowed = asked.flatMap((each) => (each.ok ? [each.value] : []));
      const outcomes = new Map<ContentChange, Result<boolean>>();
      const creations = allowed.filter(({ kind }) => kind === 'create');
      // All creations at once; if one of them conflicts, each of them alone.
      const together = creations.length > 1 && (await resultOf(() => store.commit(creations)));
      const areStored = together !== false && together.ok && together.value;
      for (const change of allowed) {
        outcomes.set(
          change,
          areStored && change.kind === 'create'
            ? { ok: true, value: true }
            : await resultOf(() => storeOne(change)),
        );
      }
      await notify({ type: 'stored' });
      return asked.map((each) =>
        each.ok ? (outcomes.get(each.value) ?? { ok: true, value: false }) : each,
      );
    },
  };
};

/** Whether a commit fails because of what another one stored first. */
const wasTakenMeanwhile = (error: unknown): boolean =>
  (['slug_taken', 'singleton_exists', 'referenced'] as const).some((code) => hasCode(error, code));

/**
 * Asks the hooks, before anything is locked. Creating a published item triggers `content.publish` too, and so does
 * publishing a working copy of one. Restoring an item from the trash counts as creating it.
 *
 * @returns the change to store.
 */
const askAbout = async (
  askHooks: AskHooks,
  actor: Actor,
  change: DecidedChange,
): Promise<DecidedChange> => {
  if (change.kind === 'delete') {
    await askHooks({ operation: 'content.delete', actor, item: change.item });
    return change;
  }
  const before = change.kind === 'update' ? change.before : undefined;
  const { item } = await (before === undefined
    ? askHooks({ operation: 'content.create', actor, item: change.item })
    : askHooks({ operation: 'content.update', actor, before, item: change.item }));
  const wasPublished = before?.status === 'published';
  const isPublished = item.status === 'published';
  const publishesCopy = change.kind === 'update' && change.expected?.copy !== undefined;
  if (wasPublished === isPublished && !publishesCopy) return { ...change, item };
  const operation = isPublished ? 'content.publish' : 'content.unpublish';
  return { ...change, item: (await askHooks({ operation, actor, before, item })).item };
};
