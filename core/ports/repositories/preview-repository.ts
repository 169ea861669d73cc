import type { ContentRepository } from './content-repository.ts';

/**
 * Reads of content in the perspective of drafts: the working copy of a published item takes its place, with its title,
 * slug, collection, data and time of change. Status, author, version and time of creation stay those of the item. Other
 * items are as in {@link ContentRepository}, and so are the order of lists and the filters, which compare what is shown.
 *
 * Several items can have one slug: a list of them begins with the one that has it outside of its copy. If no item has it,
 * neither shown nor stored, a list with it contains the item that had it while it was published. Nothing is shared
 * between reads, and pages have no tag. The work of a list does not grow with the number of items, but with the number of
 * copies that move items into its collections or out of them.
 */
export type PreviewRepository = Pick<
  ContentRepository,
  'list' | 'listAmong' | 'sizesAmong' | 'getById'
>;
