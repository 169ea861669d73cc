import type { ImportTarget } from './transfer-target.ts';

/** Takes everything and keeps nothing: what a dry run imports into. */
export const dryRunTarget: ImportTarget = {
  importCollections: async (collections) =>
    collections.map(({ id, name }) => ({ id, name, outcome: 'created' })),
  importContent: async ({ items }) => items.map((_, index) => ({ index, outcome: 'created' })),
  importMedia: async () => ({ outcome: 'created', url: undefined }),
};
