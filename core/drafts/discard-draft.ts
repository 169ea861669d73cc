import type { ChangeDependencies } from '../content/change-item.ts';
import { retryOnConflict } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { Dependencies } from '../ports/ports.ts';
import {
  assertExpectedCopy,
  findExistingDraft,
  removeCopy,
  type CopyExpectation,
} from './stored-draft.ts';

export const discardDraft =
  (
    dependencies: Pick<ChangeDependencies, 'contents' | 'collections' | 'itemGates' | 'hooks'> &
      Pick<Dependencies, 'copies' | 'store' | 'clock'>,
  ) =>
  async (actor: Actor, id: string, expected?: CopyExpectation): Promise<void> => {
    await retryOnConflict(dependencies, id, async () => {
      const { item, copy } = await findExistingDraft(dependencies, actor, id);
      assertExpectedCopy(copy, expected);
      return (await removeCopy(dependencies, actor, item, copy)) || undefined;
    });
  };
