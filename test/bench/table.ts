import { isMet, median, ratiosOf, type Row, type Target } from './row.ts';

const heads = [
  'Workload',
  'Quoin',
  'Reference',
  'Ratio',
  'Target',
  'Met',
  'CPU, µs',
  'p99, ms',
  'Driver',
];

/** The rows as a table in Markdown, with aligned columns. */
export const renderTable = (rows: readonly Row[]): string => {
  const lines = [heads, heads.map(() => '---'), ...rows.map(cellsOf)];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map(
      (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
    )
    .join('\n');
};

const none = '–';

const cellsOf = (row: Row): readonly string[] => {
  const { title, unit, values, reference, target, cpu, slowest, driverCpu, note } = row;
  const met = isMet(row);
  return [
    note === undefined ? title : `${title} (${note})`,
    values.length === 0 ? none : `${spread(values)} ${unit}`,
    reference === undefined ? none : `${reference.name}: ${spread(reference.values)}`,
    reference === undefined ? none : spread(ratiosOf(row)),
    target === undefined ? none : targetText(row, target),
    met === undefined ? none : met ? 'yes' : 'no',
    cpu === undefined ? none : `${micros(cpu.own)} / ${micros(cpu.reference)}`,
    slowest === undefined ? none : figure(median(slowest)),
    driverCpu === undefined ? none : `${Math.round(driverCpu * 100)} %`,
  ];
};

const targetText = ({ reference, unit }: Row, { of, comparison, value }: Target): string => {
  const isValue = reference === undefined || of === 'value';
  return `${comparison === 'at least' ? '≥' : '≤'} ${value}${isValue ? ` ${unit}` : ''}`;
};

/** The median, with the lowest and the highest value. */
const spread = (values: readonly number[]): string =>
  values.length === 0
    ? none
    : `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`;

const micros = (values: readonly number[]): string => figure(median(values) * 1_000);

/** Three digits, but no digit before the point is lost. */
const figure = (value: number): string => {
  if (Number.isNaN(value)) return none;
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
};
