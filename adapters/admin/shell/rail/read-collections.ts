import { effect, signal } from '@preact/signals';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { lastWrite, sessionApi } from '../../api/client.ts';
import { isVisible } from '../../api/live-changes.ts';

/** The active collections, by name. Empty until they are read. */
export const collections = signal<readonly CollectionDto[]>([]);

/** How many items they have. Empty until they are counted. */
export const counts = signal<readonly ContentCountsDto[]>([]);

const readList = async (): Promise<void> => {
  collections.value = (await sessionApi.listCollections()).body.data;
};

const namesIn = (counted: readonly ContentCountsDto[]): string =>
  counted.map(({ collection }) => collection).join(' ');

/** Also reads the list, if others have added, renamed or removed a collection since. */
const readCounts = async (): Promise<void> => {
  const before = counts.peek();
  const { data } = (await sessionApi.countContent()).body;
  if (before.length > 0 && namesIn(before) !== namesIn(data)) await readList();
  counts.value = data;
};

/** Reads the collections, then counts. A failure leaves them as they are: the screen says why. */
export const readCollections = async (): Promise<void> => {
  try {
    await readList();
    await readCounts();
  } catch {
    // The next turn may succeed.
  }
};

/** So often, to show what others do. */
const renewMs = 30_000;

/** So long after a write of this tab: several often come together. */
const pauseMs = 500;

/**
 * Reads the collections, and counts again whenever this tab has written something, and from time to time as long as it can be
 * seen.
 *
 * @returns a function that stops it.
 */
export const followCollections = (): (() => void) => {
  let written = lastWrite.peek();
  let isKnown = false;
  return effect(() => {
    if (!isVisible.value) return undefined;
    const isWrite = lastWrite.value !== written;
    written = lastWrite.value;
    if (isWrite && written?.path.startsWith('/api/collections') === true) isKnown = false;
    let timer: ReturnType<typeof setTimeout>;
    const renew = (): void => {
      timer = setTimeout(renew, renewMs);
      if (isKnown) readCounts().catch(() => undefined);
      else void readCollections();
      isKnown = true;
    };
    timer = setTimeout(renew, isWrite ? pauseMs : 0);
    return () => clearTimeout(timer);
  });
};
