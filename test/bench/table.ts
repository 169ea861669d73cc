import type { Rate } from './driver/driver.ts';
import { median } from './statistics.ts';

/** One line of the table. Lists have one value per round, in order. */
export interface Row {
  readonly title: string;
  readonly unit: 'req/s' | 'items/s' | 'ms' | 's' | 'MB' | 'MB/h' | 'kB' | 'reads';
  readonly values: readonly number[];
  readonly reference?: { readonly name: string; readonly values: readonly number[] };
  /** The bounds of the ratio, or of the value if there is no reference or `of` says so. */
  readonly target?: { readonly min?: number; readonly max?: number; readonly of?: 'value' };
  /** What the rates were measured with. */
  readonly rates?: { readonly own: readonly Rate[]; readonly reference: readonly Rate[] };
}

/** A row of values, which may be compared with those of a reference. */
export const valueRow = (
  title: string,
  unit: Row['unit'],
  values: readonly number[],
  target?: Row['target'],
  name?: string,
  reference: readonly number[] = [],
): Row => ({
  title,
  unit,
  values,
  ...(target !== undefined && { target }),
  ...(name !== undefined && { reference: { name, values: reference } }),
});

/** A row that compares rates. */
export const rateRow = (
  title: string,
  own: readonly Rate[],
  name: string,
  reference: readonly Rate[],
  target?: Row['target'],
): Row => ({
  ...valueRow(title, 'req/s', perSecond(own), target, name, perSecond(reference)),
  rates: { own, reference },
});

const perSecond = (rates: readonly Rate[]): readonly number[] =>
  rates.map((rate) => rate.perSecond);

const heads = ['Workload', 'Quoin', 'Reference', 'Ratio', 'Target', 'Met'];
const rateHeads = ['CPU, µs', 'p99, ms', 'Driver'];

/** The rows as a table in Markdown, with aligned columns. */
export const renderTable = (rows: readonly Row[]): string => {
  const head = [...heads, ...rateHeads];
  const lines = [head, head.map(() => '---'), ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
    .join('\n');
};

const none = '–';

const cellsOf = ({ title, unit, values, reference, target, rates }: Row): readonly string[] => {
  const ratios = reference?.values.map((value, round) => (values[round] ?? Number.NaN) / value);
  const measured = target?.of === 'value' ? values : (ratios ?? values);
  const cells = [
    title,
    values.length === 0 ? none : `${spread(values)} ${unit}`,
    reference === undefined ? none : `${reference.name}: ${spread(reference.values)}`,
    ratios === undefined ? none : spread(ratios),
    target === undefined ? none : boundsOf(target) + (measured === values ? ` ${unit}` : ''),
    target === undefined || measured.length === 0 ? none : isMet(target, measured) ? 'yes' : 'no',
  ];
  if (rates === undefined) return [...cells, ...rateHeads.map(() => none)];
  const { own, reference: other } = rates;
  const driverCpu = Math.max(...[...own, ...other].map((rate) => rate.driverCpu));
  return [
    ...cells,
    `${figure(median(own.map(({ cpu }) => cpu)))} / ${figure(median(other.map(({ cpu }) => cpu)))}`,
    figure(median(own.map(({ p99 }) => p99))),
    `${Math.round(driverCpu * 100)} %`,
  ];
};

const boundsOf = ({ min, max }: NonNullable<Row['target']>): string =>
  [min !== undefined && `≥ ${min}`, max !== undefined && `≤ ${max}`].filter(Boolean).join(', ');

const isMet = (
  { min = -Infinity, max = Infinity }: NonNullable<Row['target']>,
  values: readonly number[],
): boolean => median(values) >= min && median(values) <= max;

/** The median, with the lowest and the highest value. */
const spread = (values: readonly number[]): string =>
  values.length === 0
    ? none
    : `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`;

/** Three digits, but no digit before the point is lost. */
const figure = (value: number): string => {
  if (Number.isNaN(value)) return none;
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
};
