import type { ContentChange } from '../../../../core/index.ts';

/** Renders the placeholder of a value. */
type Placeholder = (name: 'former_slug') => string;

type Parts = readonly (readonly [name: string, write: (place: Placeholder) => string])[];

/** The part after that of the item: remembers a slug, or removes all that are remembered of a deleted item. */
export const formerSlugPartsOf = (change: ContentChange): Parts => {
  if (change.kind === 'delete' && change.trash === undefined) {
    return [['former', () => 'delete from former_slugs using item where content_id = item.id']];
  }
  if (formerSlugIn(change) === undefined) return [];
  return [
    [
      'former',
      (place) =>
        `insert into former_slugs (slug, content_id) select ${place('former_slug')}, id from item ` +
        'on conflict (slug) do update set content_id = excluded.content_id ' +
        'where former_slugs.content_id <> excluded.content_id',
    ],
  ];
};

/** The slug that the change makes a former one. */
export const formerSlugIn = (change: ContentChange): string | undefined =>
  'formerSlug' in change ? change.formerSlug : undefined;
