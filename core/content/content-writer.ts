import type { Actor } from '../access/actor.ts';
import type { Dependencies } from '../dependencies.ts';
import { hasCode, settle, type Settled } from '../errors.ts';
import type { DomainEvent } from '../events/domain-event.ts';
import type { AskHooks } from '../hooks/hook.ts';
import type { Repositories } from '../ports/ports.ts';
import type { ContentItem } from './content-item.ts';
import { slugTaken } from './slug.ts';

/** A change to one item, decided but not yet stored. */
export type ContentChange =
  | { readonly kind: 'create'; readonly item: ContentItem }
  /** `item` follows the version that `before` has. */
  | { readonly kind: 'update'; readonly before: ContentItem; readonly item: ContentItem }
  | { readonly kind: 'delete'; readonly item: ContentItem };

/**
 * The only module that writes content. Each change asks the hooks, is stored in a transaction,
 * invalidates the cache and is delivered as a domain event, in this order.
 */
export interface ContentWriter {
  /**
   * @returns whether the change was stored; false if the stored item has another version.
   * @throws DomainError `blocked_by_hook`; `slug_taken`, naming a free slug; `id_taken`;
   *   `collection_not_found`.
   */
  write(actor: Actor, change: ContentChange): Promise<boolean>;

  /**
   * Writes several changes, each independently of the others.
   *
   * @returns for each change, in order, what {@link write} returns or throws.
   * @throws errors that no change caused, such as `dependency_unavailable`. Some changes may be stored then.
   */
  writeAll(actor: Actor, changes: readonly ContentChange[]): Promise<readonly Settled<boolean>[]>;

  /** Only asks the hooks. @returns for each change, in order, whether they allow it. */
  checkAll(actor: Actor, changes: readonly ContentChange[]): Promise<readonly Settled<boolean>[]>;
}

type WriterDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'contents' | 'contentCache' | 'askHooks' | 'notify'
>;

export const contentWriter = (dependencies: WriterDependencies): ContentWriter => {
  const { unitOfWork, contents, contentCache, askHooks, notify } = dependencies;

  /** Also invalidates after a failure: the change may be stored even if its confirmation was lost. */
  const invalidatingAfter = async <T>(
    changes: readonly ContentChange[],
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } finally {
      await contentCache.invalidate(changes.flatMap(itemsOf));
    }
  };

  const storeOne = async (change: ContentChange): Promise<boolean> => {
    try {
      return await unitOfWork.run((repositories) => store(repositories, change));
    } catch (error) {
      throw hasCode(error, 'slug_taken')
        ? await slugTaken(contents, change.item.slug, error)
        : error;
    }
  };

  /** Stores all creations in one transaction. @returns false if one of them conflicts. */
  const storeCreations = async (changes: readonly ContentChange[]): Promise<boolean> => {
    const items = changes.map(({ item }) => item);
    const stored = await settle(() =>
      unitOfWork.run((repositories) => repositories.contents.insertAll(items)),
    );
    return stored.ok;
  };

  const checkAll: ContentWriter['checkAll'] = async (actor, changes) => {
    const answers: Settled<boolean>[] = [];
    for (const change of changes) {
      answers.push(
        await settle(async () => {
          await askAbout(askHooks, actor, change);
          return true;
        }),
      );
    }
    return answers;
  };

  return {
    write: async (actor, change) => {
      await askAbout(askHooks, actor, change);
      const isStored = await invalidatingAfter([change], () => storeOne(change));
      if (isStored) await notify(eventOf(change));
      return isStored;
    },

    checkAll,

    writeAll: async (actor, changes) => {
      const outcomes = new Map<ContentChange, Settled<boolean>>();
      for (const [index, asked] of (await checkAll(actor, changes)).entries()) {
        const change = changes[index];
        if (change !== undefined && !asked.ok) outcomes.set(change, asked);
      }
      const allowed = changes.filter((change) => !outcomes.has(change));
      await invalidatingAfter(allowed, async () => {
        const creations = allowed.filter(({ kind }) => kind === 'create');
        const areStored = creations.length > 0 && (await storeCreations(creations));
        for (const change of allowed) {
          outcomes.set(
            change,
            areStored && change.kind === 'create'
              ? { ok: true, value: true }
              : await settle(() => storeOne(change)),
          );
        }
      });
      for (const change of allowed) {
        const outcome = outcomes.get(change);
        if (outcome?.ok === true && outcome.value) await notify(eventOf(change));
      }
      return changes.map((change) => outcomes.get(change) ?? { ok: true, value: false });
    },
  };
};

/** Stores the change, and everything that belongs to the same transaction. */
const store = async ({ contents }: Repositories, change: ContentChange): Promise<boolean> => {
  switch (change.kind) {
    case 'create':
      await contents.insert(change.item);
      return true;
    case 'update':
      return contents.replace(change.item, change.before.version);
    case 'delete':
      return contents.delete(change.item.id, change.item.version);
  }
};

/** Creating a published item triggers `content.publish` too. */
const askAbout = async (askHooks: AskHooks, actor: Actor, change: ContentChange): Promise<void> => {
  const { item } = change;
  if (change.kind === 'delete') return askHooks({ operation: 'content.delete', actor, item });
  const before = change.kind === 'update' ? change.before : undefined;
  if (before === undefined) await askHooks({ operation: 'content.create', actor, item });
  else await askHooks({ operation: 'content.update', actor, before, item });
  const wasPublished = before?.status === 'published';
  const isPublished = item.status === 'published';
  if (wasPublished === isPublished) return undefined;
  const operation = isPublished ? 'content.publish' : 'content.unpublish';
  return askHooks({ operation, actor, before, item });
};

const eventOf = (change: ContentChange): DomainEvent => {
  switch (change.kind) {
    case 'create':
      return { type: 'content.created', item: change.item };
    case 'update':
      return { type: 'content.updated', before: change.before, item: change.item };
    case 'delete':
      return { type: 'content.deleted', item: change.item };
  }
};

const itemsOf = (change: ContentChange): readonly ContentItem[] =>
  change.kind === 'update' ? [change.before, change.item] : [change.item];
