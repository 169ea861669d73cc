import { stateWithFormerSlug, type ContentChange } from '../../../../../core/store.ts';
import type { ChangePart, Parameter, Place, Step } from '../change-part.ts';
import { item } from '../item-parameters.ts';

/** The slug that the change takes from its item, or with which it no longer publishes the item. */
const lostSlugOf = (change: ContentChange): string | undefined => {
  switch (change.kind) {
    case 'create':
    case 'recover':
      return undefined;
    case 'delete':
      return change.item.slug;
    case 'update': {
      const { before, item, parts } = change;
      return before.slug === item.slug ? parts.formerSlug : before.slug;
    }
  }
};

/** Whether the former slugs of the item get another collection or status. */
const isFollowed = (change: ContentChange): boolean =>
  'before' in change &&
  (change.before.status !== change.item.status ||
    change.before.collectionId !== change.item.collectionId);

const lostSlug: Parameter = { type: 'text', of: (change) => lostSlugOf(change) ?? null };
const lostIn: Parameter = {
  type: 'uuid',
  of: (change) => stateWithFormerSlug(change).collectionId,
};
const lostStateAt: Parameter = {
  type: 'bigint',
  of: (change) => stateWithFormerSlug(change).updatedAt,
};

/** Replaces the former slug of another item: this one had the slug last. Adds to where the item was seen under the slug. */
const remember = (place: Place): string =>
  'insert into former_slugs (slug, content_id, collection_id, status, locale, seen_in) ' +
  `select ${place(lostSlug)}, id, ${place(item.collection_id)}, ${place(item.status)}, ${place(item.locale)}, ` +
  `array(select seen.id from collections seen where seen.id = ${place(lostIn)} ` +
  `and (is_active or ${place(lostStateAt)} < hidden_since)) from item ` +
  'on conflict (slug) do update set content_id = excluded.content_id, ' +
  'collection_id = excluded.collection_id, status = excluded.status, locale = excluded.locale, ' +
  'seen_in = case when former_slugs.content_id <> excluded.content_id then excluded.seen_in ' +
  'when excluded.seen_in <@ former_slugs.seen_in then former_slugs.seen_in ' +
  'else former_slugs.seen_in || excluded.seen_in end';

const removeOthers = (place: Place): string =>
  `delete from former_slugs using item where former_slugs.slug = ${place(lostSlug)} ` +
  'and content_id <> item.id';

const follow = (place: Place): string =>
  `update former_slugs set collection_id = ${place(item.collection_id)}, ` +
  `status = ${place(item.status)} from item where content_id = item.id`;

/** All but the slug that is remembered: a statement cannot write a row twice. */
const followOthers = (place: Place): string => `${follow(place)} and slug <> ${place(lostSlug)}`;

/** A change that takes a slug from an item, or that its redirects must follow. */
export const formerSlugPart: ChangePart = {
  of: (change) => {
    const stores: Step[] = [];
    let variant = '';
    const isRemembered = change.parts.formerSlug !== undefined;
    if (lostSlugOf(change) !== undefined) {
      variant += isRemembered ? 'rm' : 'ot';
      stores.push(isRemembered ? ['remembered', remember] : ['others', removeOthers]);
    }
    if (isFollowed(change)) {
      variant += 'fl';
      stores.push(['followed', isRemembered ? followOthers : follow]);
    }
    return { variant, stores };
  },
};
