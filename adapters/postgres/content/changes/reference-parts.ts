import { parseTarget, type ContentChange, type Reference } from '../../../../core/index.ts';

/** Renders the placeholder of a value. */
type Placeholder = (
  name: 'reference_fields' | 'reference_targets' | 'reference_rules' | 'bound_ids' | 'leaving',
) => string;

/** What the item refers to after the change. */
export const referencesIn = (change: ContentChange): readonly Reference[] =>
  (change.kind === 'delete' ? undefined : change.references) ?? [];

/** The items to which the item of the change refers with a rule about their deletion. */
export const boundIds = (change: ContentChange): readonly string[] => [
  ...new Set(
    referencesIn(change)
      .filter(({ onDelete }) => onDelete !== 'ignore')
      .map(({ target }) => parseTarget(target).name)
      .filter((id) => id !== change.item.id),
  ),
];

/** Locks items so that they cannot be deleted. */
export const lockOf = (ids: string): string =>
  `select id from content where id = any (${ids}) order by id for key share`;

/**
 * Locks the items whose deletion the references concern, before the item itself: a deletion waits for the change and finds
 * the references, or the change waits for the deletion, and refers to nothing.
 */
export const lockTargets = (place: Placeholder): string => lockOf(place('bound_ids'));

/** Always true. Makes a part run after the part `targets`. */
export const afterTargets = '(select count(*) from targets) >= 0';

/** The part after that of a new item. */
export const insertReferences = (place: Placeholder): string =>
  'insert into content_references (content_id, field, target, on_delete) select item.id, wanted.* ' +
  `from item cross join unnest(${place('reference_fields')}, ${place('reference_targets')}, ` +
  `${place('reference_rules')}) wanted`;

/** What the part of an updated item returns besides the id. A function sees references that were stored while it waited. */
export const replacingReferences = (change: ContentChange, place: Placeholder): string =>
  change.kind !== 'update' || change.references === undefined
    ? ''
    : `, write_content_references(content.id, ${place('reference_fields')}, ` +
      `${place('reference_targets')}, ${place('reference_rules')})`;

/** What the part of a deleted item returns besides the id: fails if a reference prevents the deletion. */
export const checkingReferences = (change: ContentChange, place: Placeholder): string =>
  change.kind === 'delete' ? `, check_content_references(content.id, ${place('leaving')})` : '';

/** Locks items before other changes of one commit, which remove the references to them. */
export const lockItems = {
  name: 'content_lock',
  text: 'select id from content where id = any ($1) order by id for update',
};
