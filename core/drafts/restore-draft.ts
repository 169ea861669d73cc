import { sharedKeysOf } from '../model/collection.ts';
import { withBlockIds } from '../collections/data/block-ids.ts';
import { checkItemData } from '../collections/data/check-data.ts';
import { withValuesOf } from '../collections/shared-fields.ts';
import { retryOnConflict } from '../content/stored-item.ts';
import { findItemAt } from '../history/item-at.ts';
import { noSuchVersion } from '../history/read-history.ts';
import type { RestoreContent } from '../history/restore-content.ts';
import type { Actor } from '../model/actor.ts';
import { copyStateOf, isSameCopyState, type WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { decodeJson } from '../primitives/json.ts';
import { storeCopy, type SaveDependencies } from './save-draft.ts';
import {
  assertExpectedCopy,
  assertPublished,
  baseOf,
  findDraft,
  type CopyExpectation,
} from './stored-draft.ts';

export const restoreDraft =
  (dependencies: SaveDependencies & Pick<Dependencies, 'revisions'>) =>
  async (
    actor: Actor,
    id: string,
    { version }: RestoreContent,
    expected?: CopyExpectation,
  ): Promise<WorkingCopy> =>
    retryOnConflict(dependencies, id, async () => {
      const draft = await findDraft(dependencies, actor, id);
      const { item, collection, copy } = draft;
      const earlier = await findItemAt(dependencies.revisions, item, version);
      if (earlier === undefined) throw noSuchVersion();
      assertPublished(draft);
      assertExpectedCopy(copy, expected);
      const restored = withValuesOf(sharedKeysOf(collection), earlier.data, item.data);
      const data = withBlockIds(dependencies.ids, collection, restored, (copy ?? item).data);
      const state = { ...copyStateOf(earlier), data, collectionId: item.collectionId };
      if (copy?.base.version === item.version && isSameCopyState(state, copy)) return copy;
      checkItemData(dependencies.patterns, collection, decodeJson(data), 'draft');
      return storeCopy(dependencies, actor, draft, state, baseOf(item), collection);
    });
