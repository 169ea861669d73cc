import type { SchemaPlanDto } from '../../../contracts/index.ts';
import { formatCounted } from '../progress.ts';

type Change = SchemaPlanDto['changes'][number];

/** The lines about what a schema would change, with the effects of each change. */
export function* describeChanges(changes: readonly Change[]): Generator<string> {
  if (changes.length === 0) {
    yield 'No changes.';
    return;
  }
  for (const each of changes) {
    yield `${each.effect.padEnd(8)}  ${lineOf(each)}${remarkOf(each)}`;
    for (const { title, id, message, path } of each.examples ?? []) {
      yield `            ${title} (${id}): ${path} ${message}`;
    }
  }
  const counts = [...Map.groupBy(changes, ({ effect }) => effect)];
  const parts = counts.map(([effect, { length }]) => `${length} ${effect}`);
  yield `${formatCounted(changes.length, 'change')}: ${parts.join(', ')}.`;
}

/** `update  settings.siteName` */
export const lineOf = ({ change, path }: Change): string => `${change.padEnd(6)}  ${path}`;

const remarkOf = ({ items, isLowerBound, code, access }: Change): string => {
  if (code !== undefined) return `: ${code}`;
  if (items !== undefined) {
    return `: ${isLowerBound === true ? 'at least ' : ''}${formatCounted(items, 'item')}`;
  }
  return access === 'public' ? ' (everybody will see it)' : '';
};
