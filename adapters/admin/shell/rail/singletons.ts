import { signal } from '@preact/signals';
import type { CollectionDto } from '../../../../contracts/operations/collections.ts';
import { api } from '../../api/client.ts';

/** The active singletons, by name. Empty until they are read. */
export const singletons = signal<readonly CollectionDto[]>([]);

/** Reads them again: at the start, and after a collection has changed. A failure leaves them as they are. */
export const readSingletons = async (): Promise<void> => {
  try {
    const { data } = (await api.listCollections()).body;
    singletons.value = data.filter(({ singleton }) => singleton === true);
  } catch {
    // The palette and the list of content lead to them, too.
  }
};
