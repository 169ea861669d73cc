import type { DecidedChange } from '../../model/content/content-change.ts';
import type { ContentItem } from '../../model/content/content-item.ts';

/** Whether the item has another value of one of these members after the change. A new or restored item has all anew. */
export const setsAny = (
  change: Exclude<DecidedChange, { readonly kind: 'delete' }>,
  members: readonly (keyof ContentItem)[],
): boolean =>
  change.kind !== 'update' ||
  members.some((member) => change.before[member] !== change.item[member]);
