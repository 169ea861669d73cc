import type { ContentChange } from '../../../../core/index.ts';

/** Renders the placeholder of a value. */
type Placeholder = (name: 'id' | 'copy_version') => string;

type Parts = readonly (readonly [name: 'copy' | 'used', write: (place: Placeholder) => string])[];

/**
 * The part before that of the item, for a change that publishes a working copy: finds and locks the copy. The item is
 * locked first, by the part `locked`, as by a save of the copy.
 */
export const publishedCopyPartsOf = (change: ContentChange): Parts => {
  if (change.kind !== 'update' || change.copy === undefined) return [];
  return [
    [
      'copy',
      (place) =>
        `select content_id from content_copies where content_id = ${place('id')} ` +
        `and version = ${place('copy_version')} and exists (select from locked) for update`,
    ],
  ];
};

/** The part after that of the item. */
export const copyPartsOf = (change: ContentChange): Parts =>
  change.kind === 'update' && change.copy !== undefined
    ? [['used', () => 'delete from content_copies using item where content_id = item.id']]
    : [];
