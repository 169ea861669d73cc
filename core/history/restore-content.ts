import { sharedKeysOf } from '../model/collection.ts';
import { withValuesOf } from '../collections/shared-fields.ts';
import { changeItem, type ChangeDependencies } from '../content/change-item.ts';
import type { WriteRemarks } from '../content/parts/write-remarks.ts';
import { assertExpected, type Expectation, type StoredItem } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import { findItemAt } from './item-at.ts';
import { noSuchVersion } from './read-history.ts';

export interface RestoreContent {
  readonly version: number;
}

export const restoreContent =
  (dependencies: ChangeDependencies & Pick<Dependencies, 'revisions'>) =>
  async (
    actor: Actor,
    id: string,
    { version }: RestoreContent,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> => {
    const decide = async ({ item, collection }: StoredItem) => {
      assertExpected(item, expected);
      const earlier = await findItemAt(dependencies.revisions, item, version);
      if (earlier === undefined) throw noSuchVersion();
      const { title, slug } = earlier;
      const data = withValuesOf(sharedKeysOf(collection), earlier.data, item.data);
      return { changes: { title, slug, data }, collection };
    };
    return changeItem(dependencies, actor, id, decide, remarks);
  };
