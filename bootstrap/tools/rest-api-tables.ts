/** The tables of docs/rest-api.md that are made from the core. The rest of the page is written by hand. */
import { settingRows } from '../../core/index.ts';

/** Updates the table of settings. */
export const withRestApiTables = (page: string): string => withTable(page, settingsTable());

const settingsTable = (): string =>
  tableOf(
    ['Setting', 'Default', 'Meaning'],
    settingRows.map(([name, setting]) => [
      `\`${name}\``,
      `\`${setting.default}\``,
      setting.description,
    ]),
  );

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(lineOf).join('');

const lineOf = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '---' ? cell : ` ${cell} `)).join('|')}|\n`;

/** Replaces the table that has the same head. @throws TypeError if the page has none. */
const withTable = (page: string, table: string): string => {
  const head = table.slice(0, table.indexOf('\n') + 1);
  const start = page.indexOf(`\n${head}`) + 1;
  if (start === 0) throw new TypeError(`docs/rest-api.md has no table ${head}`);
  const [old = ''] = /^(?:\|.*\n)*/.exec(page.slice(start)) ?? [];
  return page.slice(0, start) + table + page.slice(start + old.length);
};
