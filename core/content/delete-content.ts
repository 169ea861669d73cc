import { authorize, authorizeAnywhere } from '../access/policy.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content-item.ts';
import { trashDaysOf } from '../model/settings.ts';
import type { Deletion } from '../model/trashed-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { laterOf } from '../primitives/time.ts';
import type { ContentWriter } from './content-writer.ts';
import {
  assertExpected,
  findStoredItem,
  resourceOf,
  retryOnConflict,
  type Expectation,
} from './stored-item.ts';

type DeleteDependencies = Pick<Dependencies, 'contents' | 'collections' | 'site' | 'clock'> & {
  readonly contentWriter: Pick<ContentWriter, 'write'>;
  readonly itemGates: KeyedGates;
  readonly hooks: readonly Hook[];
};

/**
 * Moves an item into the trash or, if the setting `trashDays` is 0, deletes it permanently. Its slug is free afterwards.
 *
 * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`,
 *   `version_mismatch`, `blocked_by_hook`, `overloaded`.
 */
export const deleteContent =
  (dependencies: DeleteDependencies) =>
  async (actor: Actor, id: string, expected?: Expectation): Promise<void> => {
    authorizeAnywhere(actor, 'delete');
    await retryOnConflict(dependencies, id, async () => {
      const stored = await findStoredItem(dependencies, id);
      authorize(actor, 'delete', resourceOf(stored));
      const { item } = stored;
      assertExpected(item, expected);
      const trash = await deletionBy(dependencies, actor, item);
      return dependencies.contentWriter.write(actor, { kind: 'delete', item, trash });
    });
  };

/** @returns undefined if there is no trash. */
const deletionBy = async (
  { site, clock }: DeleteDependencies,
  actor: Actor,
  { updatedAt }: ContentItem,
): Promise<Deletion | undefined> =>
  trashDaysOf((await site.load()).settings) === 0
    ? undefined
    : { deletedAt: laterOf(updatedAt, clock.now()), deletedBy: userIdOf(actor) };
