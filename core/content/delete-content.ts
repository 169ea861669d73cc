import { authorize, authorizeAnywhere } from '../access/policy.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import { operator, userIdOf, type Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { settingOf } from '../model/site/settings.ts';
import type { Deletion } from '../model/content/trashed-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { hasCode } from '../primitives/errors.ts';
import { laterOf } from '../primitives/time.ts';
import type { ContentWriter } from './content-writer.ts';
import { referenced, releaseOf, type ReleaseDependencies } from './release-items.ts';
import {
  assertExpected,
  findStoredItem,
  resourceOf,
  retryOnConflict,
  type Expectation,
} from './stored-item.ts';

export type DeleteDependencies = Pick<Dependencies, 'site'> &
  ReleaseDependencies & {
    /** Without `join`, it stores nothing by itself, and what it commits clears the references. */
    readonly contentWriter: Pick<ContentWriter, 'write'> & Partial<Pick<ContentWriter, 'join'>>;
    readonly itemGates: KeyedGates;
    readonly hooks: readonly Hook[];
  };

/** Each failed attempt means that another write stored a reference, or that a hook did. */
const maxReleases = 20;

export const deleteContent =
  (dependencies: DeleteDependencies) =>
  async (actor: Actor, id: string, expected?: Expectation): Promise<void> => {
    authorizeAnywhere(actor, 'delete');
    let releases = 0;
    await retryOnConflict(dependencies, id, async () => {
      const stored = await findStoredItem(dependencies, actor, id);
      authorize(actor, 'delete', resourceOf(stored));
      const { item } = stored;
      assertExpected(item, expected);
      const trash = await deletionBy(dependencies, actor, item);
      const deletion = { kind: 'delete', item, trash } as const;
      const { write, join } = dependencies.contentWriter;
      try {
        return await write(actor, deletion);
      } catch (error) {
        if (!hasCode(error, 'referenced') || join === undefined || releases === maxReleases) {
          throw error;
        }
      }
      const { blocked, clearings, hasMore } = await releaseOf(dependencies, [item]);
      const blocking = blocked.get(item.id);
      if (blocking !== undefined) throw await referenced(dependencies, actor, blocking);
      const joined = join();
      for (const clearing of clearings) await joined.write(operator, clearing);
      if (!hasMore) {
        releases += 1;
        await joined.write(actor, deletion);
      }
      return (await joined.commit()) && !hasMore ? item : undefined;
    });
  };

/** @returns undefined if there is no trash. */
const deletionBy = async (
  { site, clock }: DeleteDependencies,
  actor: Actor,
  { updatedAt }: ContentItem,
): Promise<Deletion | undefined> =>
  settingOf((await site.load()).settings, 'trashDays') === 0
    ? undefined
    : { deletedAt: laterOf(updatedAt, clock.now()), deletedBy: userIdOf(actor) };
