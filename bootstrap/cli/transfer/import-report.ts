import type { Terminal } from '../terminal.ts';
import { count, rate } from './progress.ts';

/** Keeps count of an import and tells at once what is left out. */
export interface ImportReport {
  readonly count: (outcome: 'created' | 'updated' | 'unchanged') => void;
  readonly countCollection: (outcome: 'created' | 'updated' | 'unchanged') => void;
  /** A collection has another name where it goes to. */
  readonly rename: (from: string, to: string) => void;
  readonly countFile: (outcome: 'created' | 'unchanged') => void;
  /** @param broken whether something is wrong with it; false when it is not meant to be imported. */
  readonly skip: (source: string, reason: string, broken: boolean) => void;
  /** An image that a document shows and that nobody has: the document is imported all the same. */
  readonly miss: (source: string, address: string, reason: string) => void;
  /** How many are dealt with, whatever came of them. */
  readonly done: () => number;
  /** Whether everything that is meant to be imported was. */
  readonly isComplete: () => boolean;
  readonly summary: (seconds: number) => string;
}

export interface ReportWords {
  /** Nothing is really imported. */
  readonly isDryRun: boolean;
  /** What the files of the source are called; undefined when it has none. */
  readonly files: string | undefined;
}

/** More reasons than a summary repeats; each was told when it came up. */
const shownReasons = 20;

export const createReport = (
  { tell }: Pick<Terminal, 'tell'>,
  { isDryRun, files }: ReportWords,
): ImportReport => {
  const items = { created: 0, updated: 0, unchanged: 0 };
  const collections = { created: 0, updated: 0, unchanged: 0 };
  const media = { created: 0, unchanged: 0, missing: 0 };
  const skipped = { broken: 0, other: 0 };
  const reasons: string[] = [];
  const note = (reason: string): void => {
    tell(reason);
    if (reasons.length < shownReasons) reasons.push(reason);
  };
  const accepted = (): number => items.created + items.updated + items.unchanged;
  const told = (): number => skipped.broken + skipped.other;
  return {
    count: (outcome) => {
      items[outcome] += 1;
    },
    countCollection: (outcome) => {
      collections[outcome] += 1;
    },
    rename: (from, to) => {
      tell(`The collection '${from}' is called '${to}' here: its items go there`);
    },
    countFile: (outcome) => {
      media[outcome] += 1;
    },
    skip: (source, reason, broken) => {
      skipped[broken ? 'broken' : 'other'] += 1;
      note(`Skipped ${source}: ${reason}`);
    },
    miss: (source, address, reason) => {
      media.missing += 1;
      tell(`Missing in ${source}: ${address} (${reason})`);
    },
    done: () => accepted() + told(),
    isComplete: () => skipped.broken === 0,
    summary: (seconds) =>
      [
        `${isDryRun ? 'Dry run' : 'Done'}: ${count(accepted())} items in ${seconds.toFixed(1)} s, ${rate(accepted(), seconds)} a second`,
        ...table([
          ...(isDryRun ? [] : Object.entries(items).map(([name, n]) => [name, count(n)] as const)),
          ['skipped', count(told())],
          ...describeCollections(collections, isDryRun),
          ...(files === undefined ? [] : [[files, describeFiles(media, isDryRun)] as const]),
        ]),
        ...reasons.map((reason) => `  ${reason}`),
        ...(told() > reasons.length
          ? [`  … and ${count(told() - reasons.length)} more, all told above`]
          : []),
      ].join('\n'),
  };
};

const describeCollections = (
  outcomes: Readonly<Record<'created' | 'updated' | 'unchanged', number>>,
  isDryRun: boolean,
): readonly (readonly [string, string])[] => {
  const counted = Object.entries(outcomes).filter(([, n]) => n > 0);
  if (counted.length === 0) return [];
  const words = counted.map(([name, n]) => `${count(n)} ${isDryRun ? 'found' : name}`);
  return [['collections', words.join(', ')]];
};

const describeFiles = (
  media: Readonly<Record<'created' | 'unchanged' | 'missing', number>>,
  isDryRun: boolean,
): string =>
  [
    `${count(media.created)} ${isDryRun ? 'found' : 'stored'}`,
    ...(isDryRun ? [] : [`${count(media.unchanged)} there before`]),
    ...(media.missing > 0 ? [`${count(media.missing)} missing`] : []),
  ].join(', ');

const table = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  rows.map(([name, value]) => `  ${name.padEnd(11)} ${value}`);
