import { vi } from 'vitest';
import { api } from '../../../adapters/admin/api/client.ts';
import { versionOf } from '../../../adapters/admin/screens/editor/model/edited-item.ts';
import type { Editing } from '../../../adapters/admin/screens/editor/model/editing.ts';
import { readState } from '../../../adapters/admin/screens/editor/model/item-requests.ts';
import { startEditing } from '../../../adapters/admin/screens/editor/model/start-editing.ts';
import type { Json } from '../../../adapters/admin/screens/editor/model/json-path.ts';

/** Opens a stored item for editing, as the editor does, without unsaved work. */
export const editItem = async (id: string): Promise<Editing> => {
  const [state, collections] = await Promise.all([readState(id), api.listCollections()]);
  const { collectionId } = state.stored.item;
  const collection = collections.body.data.find((each) => each.id === collectionId);
  if (collection === undefined) throw new Error('The collection does not exist');
  return startEditing(collection, state, versionOf(state).text, undefined);
};

/** Types a value into a field of the data. */
export const type = (editing: Editing, field: string, value: Json): void =>
  editing.write([field], value);

/** Waits until everything that was typed is saved. */
export const untilSaved = async ({ isWriting, isChanged }: Editing): Promise<void> => {
  await vi.waitUntil(() => !isWriting.value && !isChanged.value, { timeout: 30_000 });
};
