/** The id of the item that had the slug. @param slug a placeholder. @param condition about the row `former`. */
export const itemOfFormerSlug = (slug: string, condition = ''): string =>
  `(select content_id from former_slugs former where former.slug = ${slug}${condition})`;

/** Whether no item has the slug now. */
export const isFree = (row: string): string =>
  `(select id from content live where live.slug = ${row}.slug) is null`;
