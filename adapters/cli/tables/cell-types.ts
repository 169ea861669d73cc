import { readBoolean } from '../../../core/index.ts';
import { losesDigits } from '../../../core/vocabulary.ts';
import type { TableRow } from './read-table.ts';

/** What each cell of a column is that has a text. */
export type CellType = 'number' | 'boolean';

/** Without a zero in front: that would be a code, such as a postcode. */
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const readers: Readonly<Record<CellType, (text: string) => number | boolean | undefined>> = {
  number: (text) => (numberPattern.test(text) && !losesDigits(text) ? Number(text) : undefined),
  boolean: (text) => (/^[a-z]/i.test(text) ? readBoolean(text) : undefined),
};

/** The types of those columns whose cells all have one. The others are text. */
export const typesOf = async (
  rows: AsyncIterable<TableRow>,
  columns: readonly number[],
): Promise<ReadonlyMap<number, CellType>> => {
  const possible = new Map(
    columns.map((index) => [index, new Set<CellType>(['number', 'boolean'])]),
  );
  const seen = new Set<number>();
  for await (const { cells = [] } of rows) {
    for (const [index, types] of possible) {
      const text = cells[index]?.trim() ?? '';
      if (text === '') continue;
      seen.add(index);
      for (const type of types) if (readers[type](text) === undefined) types.delete(type);
    }
  }
  return new Map(
    [...possible].flatMap(([index, [type]]) =>
      type !== undefined && seen.has(index) ? [[index, type] as const] : [],
    ),
  );
};

/** The value of a cell. */
export const valueOf = (cell: string, type: CellType | undefined): string | number | boolean =>
  (type === undefined ? undefined : readers[type](cell.trim())) ?? cell;
