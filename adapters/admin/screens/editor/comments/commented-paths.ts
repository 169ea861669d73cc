import { signal } from '@preact/signals';

/** How many open threads are about each place in the data of the item on the screen, by its path. */
export const commentedPaths = signal<ReadonlyMap<string, number>>(new Map());
