import type { FormerSlugFilter } from '../../../../core/store.ts';
import type { Value } from '../../connection/statement.ts';

/** A condition on former slugs, and its value. */
export interface Seen {
  /** The end of the statement's name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
}

/**
 * Whether a former slug matches the filter, in a form that no index supports.
 *
 * @param row the former slug.
 * @param place the number of the placeholder for the value.
 */
export const seenCondition = ({ seenIn }: FormerSlugFilter, row: string, place: number): Seen => {
  if (seenIn === undefined) return { name: '', text: '', values: [] };
  if (seenIn === 'all') {
    return { name: '_seen', text: ` and cardinality(${row}.seen_in) > 0`, values: [] };
  }
  return { name: '_seen_in', text: ` and ${row}.seen_in && $${place}::uuid[]`, values: [seenIn] };
};

/** The id of the item that had the slug. @param slug a placeholder. @param condition about the row `former`. */
export const itemOfFormerSlug = (slug: string, condition = ''): string =>
  `(select content_id from former_slugs former where former.slug = ${slug}${condition})`;

/** Finds the item that has a slug or, of several that translate each other, the one that holds it for all. */
export const withSlug = (slug: string, table = 'content'): string =>
  `${table}.slug = ${slug} and ${table}.slug_share = ''`;

/** Whether no item has the slug now. */
export const isFree = (row: string): string =>
  `(select id from content live where ${withSlug(`${row}.slug`, 'live')}) is null`;
