/** The tables of docs/rest-api.md that are made from the core and the contract. The rest of the page is written by hand. */
import { operations, whoMay } from '../../contracts/index.ts';
import {
  reachOfRole,
  rights,
  roleActions,
  roles,
  settingRows,
  type Reach,
  type Right,
  type Role,
  type RoleAction,
  type Setting,
} from '../../core/vocabulary.ts';

/** Updates the tables of roles, of reads for people and of settings, and who may call each operation. */
export const withRestApiTables = (page: string): string =>
  [rolesTable(), readsTable(), settingsTable()].reduce(withTable, withCallers(page));

const verbs: Readonly<Record<RoleAction, string>> = {
  read: 'reads',
  create: 'creates',
  edit: 'edits',
  delete: 'deletes',
  administer: 'administers',
};

const rolesTable = (): string =>
  tableOf(
    ['Role', ...roleActions.map((action) => verbs[action])],
    roles.map((role) => [role, ...roleActions.map((action) => cellOf(role, action))]),
  );

const cellOf = (role: Role, action: RoleAction): string => {
  const isYesOrNo = action === 'create' || action === 'administer';
  const words: Readonly<Record<Reach, string>> = {
    all: isYesOrNo ? 'yes' : 'all',
    own: 'own',
    none: '',
  };
  return words[reachOfRole(role, action)];
};

const readsTable = (): string =>
  tableOf(
    ['Only users read, whatever their role'],
    Object.values(rights).flatMap(({ reads }: Right) => (reads === undefined ? [] : [[reads]])),
  );

const settingsTable = (): string =>
  tableOf(
    ['Setting', 'Default', 'Meaning'],
    settingRows.map(([name, setting]) => [
      `\`${name}\``,
      `\`${defaultText(setting)}\``,
      setting.description,
    ]),
  );

const defaultText = ({ default: value }: Setting): string =>
  Array.isArray(value) ? JSON.stringify(value) : String(value);

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [lineOf(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(lineOf)].join('');

const lineOf = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}\n`;

/** Replaces the table that has the same head. @throws TypeError if the page has none. */
const withTable = (page: string, table: string): string => {
  const head = table.slice(0, table.indexOf('\n') + 1);
  const start = page.indexOf(`\n${head}`) + 1;
  if (start === 0) throw new TypeError(`docs/rest-api.md has no table ${head}`);
  const [old = ''] = /^(?:\|.*\n)*/.exec(page.slice(start)) ?? [];
  return page.slice(0, start) + table + page.slice(start + old.length);
};

const callers = new Map(
  operations.map(([, operation]) => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    whoMay(operation),
  ]),
);

/** The page can say more of an operation for anybody, such as `anybody, if allowed`. */
const withCallers = (page: string): string =>
  page.replace(
    /^(\| `([A-Z]+ \/[^`]*)` \|)([^|]*)(?=\|)/gm,
    (row, start: string, endpoint: string, old: string) => {
      const who = callers.get(endpoint);
      const isSaid = who === 'anybody' && old.trim().startsWith(who);
      return who === undefined || isSaid ? row : `${start} ${who} `;
    },
  );
