import { authorize, authorizeAnywhere } from '../access/policy.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { ContentWriter } from './content-writer.ts';
import {
  assertExpected,
  findStoredItem,
  resourceOf,
  retryOnConflict,
  type Expectation,
} from './stored-item.ts';

/**
 * Deletes an item. Its slug is free afterwards.
 *
 * @throws DomainError `not_found`, `not_authenticated`, `token_read_only`, `forbidden`,
 *   `version_mismatch`, `blocked_by_hook`, `overloaded`.
 */
export const deleteContent =
  (
    dependencies: Pick<Dependencies, 'contents' | 'collections'> & {
      readonly contentWriter: ContentWriter;
      readonly itemGates: KeyedGates;
      readonly hooks: readonly Hook[];
    },
  ) =>
  async (actor: Actor, id: string, expected?: Expectation): Promise<void> => {
    authorizeAnywhere(actor, 'delete');
    await retryOnConflict(dependencies, id, async () => {
      const stored = await findStoredItem(dependencies, id);
      authorize(actor, 'delete', resourceOf(stored));
      const { item } = stored;
      assertExpected(item, expected);
      return dependencies.contentWriter.write(actor, { kind: 'delete', item });
    });
  };
