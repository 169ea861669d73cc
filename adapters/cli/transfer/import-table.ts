import type { FieldDto, IncomingContentDto } from '../../../contracts/index.ts';
import { readDate } from '../../../core/index.ts';
import { readUuid, type JsonObject } from '../../../core/vocabulary.ts';
import { derivedId } from '../markdown/derived-id.ts';
import { statusOfWord } from '../markdown/document-status.ts';
import { CommandError } from '../command-errors.ts';
import {
  planColumns,
  type ColumnAssignment,
  type ColumnPlan,
  type Member,
} from '../tables/columns.ts';
import { typesOf, valueOf, type CellType } from '../tables/cell-types.ts';
import { delimiterOf, readRows, type TableRow } from '../tables/read-table.ts';
import { formatCounted } from '../progress.ts';
import type { ItemToImport } from './import-findings.ts';
import { importItems, sizeOfItem } from './import-items.ts';
import type { ImportDefaults } from './import-lines.ts';
import type { ImportRun } from './import-run.ts';
import { readContent, type Incoming } from './incoming-records.ts';
import { slugOf } from './item-slug.ts';

export interface TableOptions extends ImportDefaults {
  readonly collection: string;
  /** What `--columns` says; undefined if columns are found by their names. */
  readonly assigned: readonly ColumnAssignment[] | undefined;
  readonly inferSchema: boolean;
}

/**
 * Imports a table: the first row has the names of the columns, and each other row becomes an item. An item is known by its id,
 * otherwise by its slug, otherwise by the slug of its title.
 */
export const importTable = (path: string, options: TableOptions, run: ImportRun): Promise<void> => {
  run.progress.count('row', undefined);
  return importItems(readItems(path, options, run), run);
};

async function* readItems(
  path: string,
  options: TableOptions,
  run: ImportRun,
): AsyncGenerator<ItemToImport> {
  const { report, signal } = run;
  const delimiter = await delimiterOf(path);
  await using rows = readRows(path, delimiter);
  const { value: header } = await rows.next();
  if (header?.cells === undefined) {
    if (header !== undefined) report.skip(everythingFrom(header), header.mistake);
    throw new CommandError(`There is no row in ${path}.`);
  }
  const { assigned, inferSchema, collection } = options;
  const fields = run.fieldsOf(collection);
  const plan = planColumns(header.cells, { assigned, inferSchema, fields });
  await using below = readRows(path, delimiter);
  await below.next();
  const types = await typesOf(below, newFields(plan, fields));
  noteUnused(plan, run);
  const keep = distinctRows(run.onSlugClash === 'suffix');
  const width = header.cells.length;
  for await (const row of rows) {
    if (signal.aborted) return;
    const { number, cells } = row;
    const source = `row ${number}`;
    if (cells === undefined) {
      report.skip(everythingFrom(row), row.mistake);
    } else if (cells.slice(width).some((cell) => cell !== '') || cells.length < width) {
      report.skip(source, `it has ${formatCounted(cells.length, 'cell')} instead of ${width}`);
    } else {
      const { value, mistake: wrong } = readItem(cells, { columns: plan.columns, types }, options);
      const item = value === undefined ? { mistake: wrong } : keep(number, value);
      if (item.value === undefined) {
        report.skip(source, item.mistake);
        continue;
      }
      const { status } = item.value;
      const isStated = options.status !== undefined && status !== options.status;
      yield {
        source,
        item: item.value,
        verbatim: false,
        statedStatus: isStated ? `status: ${status}` : undefined,
        size: sizeOfItem(item.value),
        position: number,
      };
    }
  }
}

const everythingFrom = ({ number }: TableRow): string => `row ${number} and everything below it`;

/** The columns that are no fields of the collection. */
const newFields = (
  { columns }: ColumnPlan,
  fields: ReadonlyMap<string, FieldDto>,
): readonly number[] =>
  columns.flatMap(({ target, index }) =>
    'field' in target && !fields.has(target.field) ? [index] : [],
  );

const noteUnused = ({ unused }: ColumnPlan, { findings }: ImportRun): void => {
  if (unused.length === 0) return;
  findings.note([
    `${formatCounted(unused.length, 'column')} not used: ${unused.join(', ')}. --columns data.<field>=<column> names the field of a column, and --infer-schema makes fields of all.`,
  ]);
};

/** Cells without text are as if they were not there. */
const readItem = (
  cells: readonly string[],
  {
    columns,
    types,
  }: Pick<ColumnPlan, 'columns'> & { readonly types: ReadonlyMap<number, CellType> },
  { collection, status }: TableOptions,
): Incoming<IncomingContentDto> => {
  const members = new Map<Member, string>();
  const data: Record<string, string | number | boolean> = {};
  for (const { target, index } of columns) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    if ('member' in target) members.set(target.member, cell.trim());
    else {
      const value = valueOf(cell, types.get(index));
      Object.defineProperty(data, target.field, { value, enumerable: true });
    }
  }
  const read: Record<string, unknown> = { collection, ...(status !== undefined && { status }) };
  for (const [member, text] of members) {
    const value = readMember(member, text, collection);
    if (value === undefined) return { mistake: mistakeIn(member, text) };
    read[member] = value;
  }
  if (read['title'] === undefined) return { mistake: 'it has no title' };
  return readContent({ ...read, data: data satisfies JsonObject });
};

/** @returns undefined if the text means nothing there. */
const readMember = (
  member: Member,
  text: string,
  collection: string,
): string | number | undefined => {
  if (member === 'id') return readUuid(text) ?? derivedId('row', collection, text);
  if (member === 'status') return statusOfWord(text);
  const isTime = member === 'created_at' || member === 'updated_at' || member === 'published_at';
  return isTime ? readDate(text)?.time : text;
};

const mistakeIn = (member: Member, text: string): string =>
  member === 'status'
    ? `its status ${JSON.stringify(text)} is none of draft, published and archived`
    : `its ${member} ${JSON.stringify(text)} is no date`;

/**
 * Rejects a row that would replace what an earlier one has become.
 *
 * @param asOthers whether a row without an id is another item then.
 */
const distinctRows = (
  asOthers: boolean,
): ((number: number, item: IncomingContentDto) => Incoming<IncomingContentDto>) => {
  const rows = new Map<string, { readonly number: number; count: number }>();
  return (number, item) => {
    const slug = slugOf(item);
    // The service says what is wrong with it.
    if (item.id === undefined && slug === undefined) return { value: item };
    const key = item.id ?? `${slug} ${item.locale ?? ''}`;
    const earlier = rows.get(key);
    if (earlier === undefined) {
      rows.set(key, { number, count: 1 });
      return { value: item };
    }
    if (item.id !== undefined || slug === undefined || !asOthers) {
      const what = item.id === undefined ? 'slug' : 'id';
      return { mistake: `row ${earlier.number} has the same ${what}` };
    }
    earlier.count += 1;
    return {
      value: { ...item, id: derivedId('row', item.collection, slug, `${earlier.count}`) },
    };
  };
};
