import type { ContentChangeDto, RestorableLineDto } from '../../../contracts/index.ts';
import { formatCount, formatCounted, formatRate } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import type { ItemToImport } from './import-findings.ts';

type LineType = RestorableLineDto['type'];

/** What the summary calls the lines of a complete export. */
const lineNames = {
  trash: 'trash',
  revision: 'revisions',
  workingCopy: 'copies',
  schedule: 'schedules',
  comment: 'comments',
  formerSlug: 'slugs',
} as const satisfies Readonly<Record<LineType, string>>;

/** Counts what an import does, and writes a line at once for everything that it skips. */
export interface ImportReport {
  readonly countItem: (outcome: 'created' | 'updated' | 'unchanged', source: string) => void;
  readonly countCollection: (outcome: 'created' | 'updated' | 'unchanged', name: string) => void;
  readonly countLine: (type: LineType, outcome: 'created' | 'unchanged' | 'left_out') => void;
  readonly countFile: (outcome: 'created' | 'unchanged', source: string) => void;
  /** The service has another name for a collection. */
  readonly renamedCollection: (from: string, to: string) => void;
  /** Something is not imported because of an error. */
  readonly skip: (source: string, reason: string, about?: SkippedPart) => void;
  /** A file of an export does not have as many lines as the export. */
  readonly incomplete: (file: string, lines: number, expected: number) => void;
  /** A file is not meant to be imported. */
  readonly leaveOut: (source: string, reason: string) => void;
  /** A document refers to a file that does not exist. The document is imported nevertheless. */
  readonly missingFile: (source: string, address: string, reason: string) => void;
  /** Values of an item were changed so that the service accepts it. @param fitted by the service. */
  readonly changes: (entry: ItemToImport, fitted: readonly ContentChangeDto[]) => void;
  /** How much of the source is imported or skipped. */
  readonly reach: (position: number) => void;
  /** Whether nothing was skipped because of an error, every value was used, and no status was changed. */
  readonly isComplete: () => boolean;
  readonly summary: (seconds: number, end: ImportEnd) => string;
}

/** What is skipped. */
export interface SkippedPart {
  /** Default: `item`. */
  readonly kind?: string | undefined;
  /** The code of the error of the service. */
  readonly code?: string | undefined;
}

/** What an import has stored stays stored if it is stopped or fails. */
export type ImportEnd = 'done' | 'stopped' | 'failed';

export interface ReportOptions {
  readonly isDryRun: boolean;
  /** The last position of the source; undefined when it is unknown. */
  readonly total: number | undefined;
  /** What the summary calls the files of the source; undefined when it has none. */
  readonly files: string | undefined;
}

/** The most reasons that the summary repeats. */
const maxReasons = 20;

export const createReport = (
  { notify }: Pick<Terminal, 'notify'>,
  { isDryRun, total, files }: ReportOptions,
): ImportReport => {
  const items = { created: 0, updated: 0, unchanged: 0 };
  const collections = { created: 0, updated: 0, unchanged: 0 };
  const media = { created: 0, unchanged: 0, missing: 0 };
  const lines = new Map<LineType, Record<'created' | 'unchanged' | 'left_out', number>>();
  const skipped = { broken: 0, other: 0 };
  const values = { notUsed: 0, guessed: 0, converted: new Map<string, number>() };
  let unpublished = 0;
  const missing = new Set<string>();
  const reasons: string[] = [];
  let wrongFiles = 0;
  let losses = 0;
  let reached = 0;
  const imported = (): number => items.created + items.updated + items.unchanged;
  const allSkipped = (): number => skipped.broken + skipped.other;
  /** Repeats the line in the summary. */
  const notifyLoss = (line: string): void => {
    notify(line);
    losses += 1;
    if (reasons.length < maxReasons) reasons.push(line);
  };
  const notifySkipped = (source: string, reason: string): void => {
    notifyLoss(`Skipped ${source}: ${reason}`);
  };
  const missingFile: ImportReport['missingFile'] = (source, address, reason) => {
    const key = `${source} ${address}`;
    if (missing.has(key)) return;
    missing.add(key);
    media.missing += 1;
    notify(`Missing in ${source}: ${address} (${reason})`);
  };
  const done = (seconds: number): string =>
    `${isDryRun ? 'Dry run' : 'Done'}: ${formatCounted(imported(), 'item')} in ${seconds.toFixed(1)} s, ${formatRate(imported(), seconds)} a second`;
  const ended = (end: 'stopped' | 'failed'): string => {
    const position = [reached, ...(total === undefined ? [] : [total])]
      .map(formatCount)
      .join(' of ');
    if (end === 'failed') return `Failed at ${position}`;
    return isDryRun
      ? `Dry run stopped at ${position}`
      : `Stopped at ${position}; run it again to go on`;
  };
  return {
    countItem: (outcome) => {
      items[outcome] += 1;
    },
    countCollection: (outcome) => {
      collections[outcome] += 1;
    },
    countLine: (type, outcome) => {
      const counts = lines.get(type) ?? { created: 0, unchanged: 0, left_out: 0 };
      lines.set(type, { ...counts, [outcome]: counts[outcome] + 1 });
    },
    countFile: (outcome) => {
      media[outcome] += 1;
    },
    renamedCollection: (from, to) => {
      notify(`The collection '${from}' is called '${to}' here: its items go there`);
    },
    skip: (source, reason) => {
      skipped.broken += 1;
      notifySkipped(source, reason);
    },
    incomplete: (file, lines, expected) => {
      wrongFiles += 1;
      notifyLoss(
        `${file} has ${formatCounted(lines, 'line')} instead of ${formatCount(expected)}: ${lines < expected ? 'this export is not complete' : 'it was changed after the export'}`,
      );
    },
    leaveOut: (source, reason) => {
      skipped.other += 1;
      notifySkipped(source, reason);
    },
    missingFile,
    changes: ({ source, changes: read = [], rejectedFiles }, fitted) => {
      const changes = [...read, ...fitted];
      const of = (kind: ContentChangeDto['kind']) => changes.filter((each) => each.kind === kind);
      const notUsed = of('left_out').map((each) => `${describeChange(each)} (${each.message})`);
      for (const file of of('missing_file')) {
        const { value = '' } = file;
        if (rejectedFiles?.has(value) !== true) {
          missingFile(source, value, 'there is no such file');
        } else {
          notUsed.push(`${describeChange(file)} (this file is not stored)`);
        }
      }
      for (const { path } of of('converted')) {
        const field = nameOf(path).replace(/\..*/s, '');
        values.converted.set(field, (values.converted.get(field) ?? 0) + 1);
      }
      const guessed = of('guessed').map((each) => `${describeChange(each)} ${each.message}`);
      values.notUsed += notUsed.length;
      values.guessed += guessed.length;
      if (notUsed.length > 0) notifyLoss(`Not used in ${source}: ${notUsed.join(', ')}`);
      if (guessed.length > 0) notify(`Guessed in ${source}: ${guessed.join(', ')}`);
      const reasonsForDraft = of('unpublished').map(({ message }) => nameOf(message));
      if (reasonsForDraft.length === 0) return;
      unpublished += 1;
      notifyLoss(`Not published by this import: ${source} (${reasonsForDraft.join(', ')})`);
    },
    reach: (position) => {
      reached = position;
    },
    isComplete: () => skipped.broken + wrongFiles + values.notUsed + unpublished === 0,
    summary: (seconds, end) => {
      const counts = Object.entries(items).map(([name, n]) => [name, formatCount(n)] as const);
      const moreReasons = losses - reasons.length;
      return [
        end === 'done' ? done(seconds) : ended(end),
        ...table([
          ...counts,
          ['skipped', formatCount(allSkipped())],
          ...describeCounts('collections', collections),
          ...[...lines].flatMap(([type, outcomes]) => describeCounts(lineNames[type], outcomes)),
          ...(files === undefined ? [] : [[files, describeFiles(media)] as const]),
          ...describeValues(values),
          ...(unpublished === 0 ? [] : [['unpublished', formatCount(unpublished)] as const]),
        ]),
        ...reasons.map((reason) => `  ${reason}`),
        ...(moreReasons > 0 ? [`  … and ${formatCount(moreReasons)} more, listed above`] : []),
      ].join('\n');
    },
  };
};

const describeCounts = (
  label: string,
  outcomes: Readonly<Record<string, number>>,
): readonly (readonly [string, string])[] => {
  const counted = Object.entries(outcomes).filter(([, n]) => n > 0);
  if (counted.length === 0) return [];
  const words = counted.map(([name, n]) => `${formatCount(n)} ${name.replace('_', ' ')}`);
  return [[label, words.join(', ')]];
};

const describeValues = ({
  notUsed,
  guessed,
  converted,
}: {
  readonly notUsed: number;
  readonly guessed: number;
  readonly converted: ReadonlyMap<string, number>;
}): readonly (readonly [string, string])[] => {
  const fields = [...converted].map(([field, n]) => `${field} ${formatCount(n)}`);
  const parts = [
    ...(notUsed > 0 ? [`${formatCount(notUsed)} not used`] : []),
    ...(guessed > 0 ? [`${formatCount(guessed)} guessed`] : []),
    ...(fields.length > 0 ? [`converted: ${fields.join(', ')}`] : []),
  ];
  return parts.length === 0 ? [] : [['values', parts.join(', ')]];
};

const describeFiles = (
  media: Readonly<Record<'created' | 'unchanged' | 'missing', number>>,
): string =>
  [
    `${formatCount(media.created)} stored`,
    `${formatCount(media.unchanged)} there before`,
    ...(media.missing > 0 ? [`${formatCount(media.missing)} missing`] : []),
  ].join(', ');

const table = (rows: readonly (readonly [string, string])[]): readonly string[] =>
  rows.map(([name, value]) => `  ${name.padEnd(11)} ${value}`);

const describeChange = ({ path, value }: Pick<ContentChangeDto, 'path' | 'value'>): string =>
  value === undefined ? nameOf(path) : `${nameOf(path)} ${value}`;

const nameOf = (path: string): string => path.replace(/^data\./, '');
