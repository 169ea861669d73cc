import type { ContentChange } from '../../../../core/index.ts';
import { unscheduledActions } from './schedule-parts.ts';

/** What a part adds to the name of a statement; see {@link nameOf}. */
const codes = {
  targets: 'tg',
  singleton: 'sg',
  checked: 'ch',
  locked: 'lk',
  copy: 'cp',
  due: 'du',
  recovered: '',
  kept: 'kp',
  item: '',
  trash: '',
  used: '',
  remembered: 'rm',
  others: 'ot',
  followed: 'fl',
  replaced: 'rp',
  revision: 'rv',
  refs: 'rf',
  search: 'sr',
  event: 'ev',
} as const;

/** What a change consists of. */
export type PartName = keyof typeof codes;

const verbs = {
  create: 'insert',
  update: 'replace',
  delete: 'delete',
  recover: 'recover',
} as const;

/**
 * The name of the statement of a change: two letters for each part that other changes of its kind do without, and for what
 * the item's part calls.
 */
export const nameOf = (change: ContentChange, parts: Iterable<PartName>): string => {
  const variants: string[] = Array.from(parts, (part) => codes[part]);
  if (change.kind === 'update') {
    if (unscheduledActions(change) !== undefined) variants.push('us');
    if (change.references !== undefined) variants.push('wr');
  }
  return `content_${verbs[change.kind]}_${variants.join('')}`;
};
