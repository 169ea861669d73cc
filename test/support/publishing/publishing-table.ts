import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentStatuses } from '../../../core/vocabulary.ts';
import { projectRoot } from '../../architecture/sources.ts';

export const places = [...contentStatuses, 'trash'] as const;
export type Place = (typeof places)[number];

/** What the table says about an action in one state. */
export interface TableCell {
  readonly action: string;
  readonly place: Place;
  readonly hasCopy: boolean;
  /** The places afterwards; none for an error, and for an action that writes nothing. */
  readonly results: readonly (Place | 'gone')[];
  /** The code of the error. */
  readonly error: string | undefined;
  /** The code of the reason for which the planned change is then listed as failed. */
  readonly failure: string | undefined;
  readonly hasCopyAfter: boolean;
  readonly revision: string;
  readonly time: string;
  readonly plan: string;
  readonly again: string;
  readonly who: string;
}

const row = /^\| ([^|]+) \| (stays|none|one|none → one|one → none) \| (.+) \|$/gm;

const known: readonly string[] = [...places, 'gone'];

const resultsOf = (action: string, cell: string): TableCell['results'] => {
  if (/^`\w+`$|^same$|^fails: /.test(cell)) return [];
  const results = cell.split(' or ');
  if (results.every((each) => known.includes(each))) return results as TableCell['results'];
  throw new Error(`docs/content/publishing.md says for '${action}': ${cell}`);
};

/** The cells of the table in docs/content/publishing.md, without those that do not exist. */
export const publishingTable: readonly TableCell[] = [
  ...readFileSync(join(projectRoot, 'docs/content/publishing.md'), 'utf8').matchAll(row),
].flatMap(([, action = '', copy = '', rest = '']) => {
  const cells = rest.split(' | ');
  const [revision = '', time = '', plan = '', again = '', who = ''] = cells.slice(places.length);
  const copies = copy === 'stays' ? [false, true] : [copy.startsWith('one')];
  return places.flatMap((place, at) => {
    const cell = cells[at] ?? '';
    if (cell === '–') return [];
    const results = resultsOf(action, cell);
    const failure = /^fails: `(\w+)`$/.exec(cell)?.[1];
    const error = /^`(\w+)`$/.exec(cell)?.[1];
    const facts = { action, place, results, error, failure, revision, time, plan, again, who };
    return copies.map((hasCopy): TableCell => {
      const changed = copy.includes('→') && results.length > 0 ? !hasCopy : hasCopy;
      return { ...facts, hasCopy, hasCopyAfter: changed && results[0] !== 'gone' };
    });
  });
});

export const labelOf = ({ action, place, hasCopy }: TableCell): string =>
  `${action}: ${place}${hasCopy ? ' with a copy' : ''}`;
