import type {
  ContentChangeDto,
  ContentOutcomeDto,
  IncomingContentDto,
} from '../../../contracts/index.ts';
import { formatCount, formatCounted } from '../progress.ts';
import type { FieldProposals } from './field-proposals.ts';

export interface ItemToImport {
  /** The file or line that the item comes from, for messages. */
  readonly source: string;
  readonly item: IncomingContentDto;
  /** Comes from an export: stored unchanged. */
  readonly verbatim: boolean;
  /** Comes from a complete export: its revisions are restored later. */
  readonly historyFollows?: boolean | undefined;
  /** What was changed to convert the source to an item. */
  readonly changes?: readonly ContentChangeDto[] | undefined;
  /** What in the source overrides the requested status, such as `draft: true`. Undefined if nothing does. */
  readonly statedStatus?: string | undefined;
  /** Paths in the source of files that exist and are not stored. */
  readonly rejectedFiles?: ReadonlySet<string> | undefined;
  /** The path of its page on the site that it comes from. */
  readonly path?: string | undefined;
  /** Bytes of its JSON. */
  readonly size: number;
  /** Its place in the source. The last place is the total that the source announces. */
  readonly position: number;
}

/** What the user should know about the imported items. Printed after the summary. */
export interface ImportFindings {
  /** Adds an item that is stored. */
  readonly add: (entry: ItemToImport, outcome: ContentOutcomeDto) => void;
  /** Adds an item that stays as it was edited in the service. */
  readonly keep: (entry: ItemToImport) => void;
  /** Adds lines about the source. */
  readonly note: (lines: readonly string[]) => void;
  readonly lines: () => readonly string[];
}

export interface FindingsOptions {
  readonly isDryRun: boolean;
  /** In epoch milliseconds. */
  readonly importedAt: number;
  readonly fields: Pick<FieldProposals, 'add'>;
}

/** The most items that a dry run shows. */
const maxShown = 10;

export const importFindings = ({
  isDryRun,
  importedAt,
  fields,
}: FindingsOptions): ImportFindings => {
  const undated = { created: 0, existing: 0 };
  const stated = { statuses: new Map<string, number>(), signs: new Map<string, number>() };
  const shown: string[] = [];
  const notes: string[] = [];
  let toStore = 0;
  return {
    add: ({ item, verbatim, statedStatus }, { outcome, slug = '', changes = [] }) => {
      const { collection, data = {}, created_at } = item;
      const isNew = outcome === 'created';
      // An export contains its schema.
      if (!verbatim) fields.add(collection, data);
      const isUnpublished = changes.some(({ kind }) => kind === 'unpublished');
      const status = isUnpublished ? 'draft' : (item.status ?? 'draft');
      if (statedStatus !== undefined) {
        countIn(stated.statuses, status);
        countIn(stated.signs, statedStatus);
      }
      if (created_at === undefined) undated[isNew ? 'created' : 'existing'] += 1;
      if (outcome === 'unchanged') return;
      toStore += 1;
      const date = created_at ?? (isNew ? importedAt : undefined);
      if (shown.length < maxShown) shown.push(describeItem({ ...item, status }, slug, date));
    },
    keep: () => undefined,
    note: (lines) => {
      notes.push(...lines);
    },
    lines: () => [
      ...describeUndated(undated, { isDryRun, importedAt }),
      ...describeStated(stated),
      ...(isDryRun ? describeShown(shown, toStore) : []),
      ...notes,
    ],
  };
};

const countIn = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

type Counts = ReadonlyMap<string, number>;

const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** `2 items keep the status of their source: 1 draft, 1 archived (draft: true 1, status: archived 1).` */
const describeStated = ({
  statuses,
  signs,
}: {
  readonly statuses: Counts;
  readonly signs: Counts;
}): readonly string[] => {
  const all = totalOf(statuses);
  if (all === 0) return [];
  const by = [...statuses].map(([status, n]) => `${formatCount(n)} ${status}`).join(', ');
  const because = [...signs].map(([sign, n]) => `${sign} ${formatCount(n)}`).join(', ');
  const subject = `${formatCounted(all, 'item')} ${all === 1 ? 'keeps' : 'keep'} the status of`;
  return [`${subject} ${all === 1 ? 'its' : 'their'} source: ${by} (${because}).`];
};

/** @param date in epoch milliseconds; undefined for an item that keeps its date. */
const describeItem = (
  { title, status = 'draft' }: Pick<IncomingContentDto, 'title' | 'status'>,
  slug: string,
  date: number | undefined,
): string =>
  `  ${(date === undefined ? 'unchanged' : dayOf(date)).padEnd(10)}  ${status.padEnd(9)}  ${slug}  ${title.trim()}`;

/** Years after 9999 have more than four digits. */
const dayOf = (time: number): string => new Date(time).toISOString().replace(/T.*$/, '');

const describeShown = (shown: readonly string[], toStore: number): readonly string[] => {
  if (toStore === 0) return [];
  const which = toStore > shown.length ? `The first ${shown.length} of ` : '';
  return [
    `${which}${formatCounted(toStore, 'item')} to store: date, status, slug, title`,
    ...shown,
  ];
};

const describeUndated = (
  { created, existing }: { readonly created: number; readonly existing: number },
  { isDryRun, importedAt }: Pick<FindingsOptions, 'isDryRun' | 'importedAt'>,
): readonly string[] => {
  const all = created + existing;
  if (all === 0) return [];
  const phrase = (count: number, singular: string, plural: string): string => {
    if (count === 1) return `${all === 1 ? 'it' : '1'} ${singular}`;
    return `${all === count ? 'they' : formatCount(count)} ${plural}`;
  };
  const time = `the time of this import (${new Date(importedAt).toISOString()})`;
  const [gets, get] = isDryRun ? ['gets', 'get'] : ['got', 'got'];
  const parts = [
    created > 0 && phrase(created, `${gets} ${time}`, `${get} ${time}`),
    existing > 0 && phrase(existing, 'keeps its date', 'keep their dates'),
  ];
  const have = `${formatCounted(all, 'item')} ${all === 1 ? 'has' : 'have'} no date`;
  return [`${have}: ${parts.filter((part) => part !== false).join(', ')}.`];
};
