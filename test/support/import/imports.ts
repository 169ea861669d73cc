import { operator, type Cms, type ImportContent } from '../../../core/index.ts';
import type { ContentItem, ImportOutcome, ContentRecord } from '../../../core/vocabulary.ts';
import type { CoreWorld } from '../core/core-world.ts';

/** A record for the starter collection of posts. */
export const post = (fields: Partial<ContentRecord> = {}): ContentRecord => ({
  collection: 'blog-posts',
  title: 'Title',
  slug: 'slug',
  ...fields,
});

/** Imports one record. @returns its outcome, or the error code. */
export const importRecord = async (
  { cms }: { readonly cms: Cms },
  fields: Partial<ContentRecord> = {},
  rules: Omit<ImportContent, 'records'> = {},
): Promise<string> => {
  const command = { records: [post(fields)], ...rules };
  const [one] = (await cms.transfer.importContent(operator, command)) as [ImportOutcome];
  return one.outcome === 'failed' ? one.error.code : one.outcome;
};

/** The stored item with the slug. */
export const stored = async ({ ports }: CoreWorld, slug = 'slug'): Promise<ContentItem> =>
  (await ports.store.repositories.contents.findBySlug(slug as never))!;
