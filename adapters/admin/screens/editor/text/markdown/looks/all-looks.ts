import { blockLooks } from './block-looks.ts';
import { inlineLooks } from './inline-looks.ts';
import type { Look } from '../../formatted/looks.ts';
import { tableLooks } from './table-looks.ts';

/** How each kind of syntax of Markdown looks. The rest looks like its source. */
export const allLooks: Readonly<Record<string, Look>> = {
  ...blockLooks,
  ...inlineLooks,
  ...tableLooks,
};
