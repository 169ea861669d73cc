import type { ContentChange } from '../../../../core/index.ts';

/** Renders the placeholder of a value. */
type Placeholder = (
  name: 'collection_id' | 'status' | 'lost_slug' | 'lost_in' | 'lost_state_at',
) => string;

type Parts = readonly (readonly [
  name: 'remembered' | 'others' | 'followed',
  write: (place: Placeholder) => string,
])[];

/** The parts after that of the item, for a change that takes a slug from an item, or that redirects must follow. */
export const formerSlugPartsOf = (change: ContentChange): Parts => {
  const parts: Parts[number][] = [];
  const isRemembered = 'formerSlug' in change && change.formerSlug !== undefined;
  if (lostSlug(change) !== undefined) {
    parts.push(isRemembered ? ['remembered', remember] : ['others', removeOthers]);
  }
  // A statement cannot write a row twice.
  if (isFollowed(change)) parts.push(['followed', isRemembered ? followOthers : follow]);
  return parts;
};

/** The slug that the change takes from its item, or with which it no longer publishes the item. */
export const lostSlug = (change: ContentChange): string | undefined => {
  switch (change.kind) {
    case 'create':
    case 'recover':
      return undefined;
    case 'delete':
      return change.item.slug;
    case 'update': {
      const { before, item, formerSlug } = change;
      return before.slug === item.slug ? formerSlug : before.slug;
    }
  }
};

/** Whether the former slugs of the item get another collection or status. */
const isFollowed = (change: ContentChange): boolean =>
  'before' in change &&
  (change.before.status !== change.item.status ||
    change.before.collectionId !== change.item.collectionId);

/** Replaces the former slug of another item: this one had the slug last. Adds to where the item was seen under the slug. */
const remember = (place: Placeholder): string =>
  'insert into former_slugs (slug, content_id, collection_id, status, seen_in) ' +
  `select ${place('lost_slug')}, id, ${place('collection_id')}, ${place('status')}, ` +
  `array(select seen.id from collections seen where seen.id = ${place('lost_in')} ` +
  `and (is_active or ${place('lost_state_at')} < hidden_since)) from item ` +
  'on conflict (slug) do update set content_id = excluded.content_id, ' +
  'collection_id = excluded.collection_id, status = excluded.status, ' +
  'seen_in = case when former_slugs.content_id <> excluded.content_id then excluded.seen_in ' +
  'when excluded.seen_in <@ former_slugs.seen_in then former_slugs.seen_in ' +
  'else former_slugs.seen_in || excluded.seen_in end';

const removeOthers = (place: Placeholder): string =>
  `delete from former_slugs using item where former_slugs.slug = ${place('lost_slug')} ` +
  'and content_id <> item.id';

const follow = (place: Placeholder): string =>
  `update former_slugs set collection_id = ${place('collection_id')}, status = ${place('status')} ` +
  'from item where content_id = item.id';

/** All but the slug that is remembered. */
const followOthers = (place: Placeholder): string =>
  `${follow(place)} and slug <> ${place('lost_slug')}`;
