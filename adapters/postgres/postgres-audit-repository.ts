import {
  auditLookMax,
  type AuditActor,
  type AuditFilter,
  type AuditLimits,
  type AuditNote,
  type AuditPage,
  type AuditPlace,
  type AuditRepository,
} from '../../core/store.ts';
import type { AuditEntry } from '../../core/vocabulary.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import {
  execute,
  executeReturning,
  query,
  removeIfAny,
  type Statement,
} from './connection/statement.ts';
import { storeTime } from './connection/store-time.ts';
import { group, numeric, optional, plain, time } from './rows/fields.ts';
import { table } from './rows/table.ts';

/** The events that one statement looks at, and the entries that it removes. */
const stepSize = 10_000;

/** A read, because a call that finds nothing must not be a write. */
const anyNew: Statement = {
  name: 'audit_any_new',
  text: 'select 1 from outbox where feed_position > (select position from audit_state) limit 1',
};

const add: Statement = {
  name: 'audit_add',
  text:
    `select add_audit(${storeTime}, note) from json_array_elements($1::json) ` +
    'with ordinality given (note, place) order by place',
};

const collect: Statement = {
  name: 'audit_collect',
  text: 'select looked from collect_audit($1)',
};

/** Each has an index that begins with it. One scan reads by the first of them that the filter has. */
const columns = [
  ['id', 'resource_id', 'uuid'],
  ['actorId', 'actor_id', 'uuid'],
  ['action', 'action', 'text'],
  ['resource', 'resource', 'text'],
] as const satisfies readonly (readonly [keyof AuditFilter, string, string])[];

export const auditEntries = table<AuditEntry>('audit', {
  number: numeric('number'),
  at: time('at'),
  by: group<AuditActor>({
    kind: plain('actor_kind', 'text'),
    id: optional(plain('actor_id', 'uuid')),
    address: optional(plain('address', 'text')),
  }),
  action: plain('action', 'text'),
  id: optional(plain('resource_id', 'uuid')),
  detail: optional(plain('detail', 'text')),
});

interface Scan {
  readonly statement: Statement;
  /** Finds the last of the entries that a page may look at. */
  readonly end: Statement;
}

/** The rows of a scan in the order of its index: a comparison of rows fits only this index, and stops at both ends. */
const scanOf = (key: readonly string[], value: readonly string[]) => ({
  where:
    `(${[...key, 'at', 'number'].join(', ')}) < (${[...value, '$1::bigint', '$2::bigint'].join(', ')}) ` +
    `and (${[...key, 'at'].join(', ')}) >= (${[...value, '$3::bigint'].join(', ')})`,
  order: `order by ${[...key, 'at', 'number'].map((column) => `${column} desc`).join(', ')}`,
});

type Column = (typeof columns)[number];

const scans = new Map<string, Scan>();

/** @param given the columns that have a condition, of which the first leads the scan. */
const scanFor = (given: readonly Column[]): Scan => {
  const name = given.map(([, column]) => column).join('_') || 'all';
  const cached = scans.get(name);
  if (cached !== undefined) return cached;
  const [leading, ...others] = given;
  const key = leading === undefined ? [] : [leading[1]];
  const typeOf = leading?.[2] ?? '';
  const { where, order } = scanOf(key, leading === undefined ? [] : [`$6::${typeOf}`]);
  const end = scanOf(key, leading === undefined ? [] : [`$5::${typeOf}`]);
  const rest = others.map(([, column, type], index) => `${column} = $${index + 7}::${type}`);
  const scan = {
    statement: {
      name: `audit_list_${name}`,
      text:
        `select ${auditEntries.selection} from (select * from audit where ${where} ${order} limit $5) looked ` +
        `where ${rest.join(' and ') || 'true'} ${order} limit $4`,
    },
    end: {
      name: `audit_end_${name}`,
      text: `select at, number from audit where ${end.where} ${end.order} offset $4::bigint - 1 limit 1`,
    },
  };
  scans.set(name, scan);
  return scan;
};

const anyOld: Statement = {
  name: 'audit_any_old',
  text: `select 1 from audit where at < ${storeTime} - $1::bigint order by at limit 1`,
};

const anyBeyond: Statement = {
  name: 'audit_any_beyond',
  text: 'select 1 from audit where number <= (select max(number) from audit) - $1::bigint order by number limit 1',
};

const removal = (name: string, which: string): Statement => ({
  name,
  text:
    'delete from audit where number = any (array(select number from audit ' +
    `where ${which} limit $2 for update skip locked))`,
});

const removeOld = removal('audit_remove_old', `at < ${storeTime} - $1::bigint order by at`);
const removeBeyond = removal(
  'audit_remove_beyond',
  'number <= (select max(number) from audit) - $1::bigint order by number',
);

/** The driver returns `bigint` as digits. */
interface PlaceRow {
  readonly at: string;
  readonly number: string;
}

const placeOf = ({ at, number }: PlaceRow): AuditPlace => ({
  at: Number(at),
  number: Number(number),
});

/** After every entry. */
const start: AuditPlace = { at: Number.MAX_SAFE_INTEGER, number: 0 };

export class PostgresAuditRepository implements AuditRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async add(notes: readonly AuditNote[]): Promise<void> {
    await execute(this.#database, add, [JSON.stringify(notes)]);
  }

  async collect(): Promise<boolean> {
    if ((await query(this.#database, anyNew)).length === 0) return false;
    const [row] = await executeReturning<{ readonly looked: string }>(this.#database, collect, [
      stepSize,
    ]);
    return Number(row?.looked) === stepSize;
  }

  async list(
    filter: AuditFilter,
    after: AuditPlace | undefined,
    limit: number,
  ): Promise<AuditPage> {
    const given = columns.filter(([member]) => filter[member] !== undefined);
    const values = given.map(([member]) => filter[member] ?? null);
    const scan = scanFor(given);
    const before = { at: filter.to ?? start.at, number: 0 };
    const { at, number } = after === undefined || after.at >= before.at ? before : after;
    const range = [at, number, filter.from ?? 0];
    const hasOthers = given.length > 1;
    // One more shows whether there is a next page.
    const looked = hasOthers ? auditLookMax : limit + 1;
    const rows = await auditEntries.list(this.#database, scan.statement, [
      ...range,
      limit + 1,
      looked,
      ...values,
    ]);
    const entries = rows.slice(0, limit);
    if (rows.length > limit) return { entries, next: entries.at(-1) };
    if (!hasOthers) return { entries, next: undefined };
    const [end] = await query<PlaceRow>(this.#database, scan.end, [
      ...range,
      auditLookMax,
      ...values.slice(0, 1),
    ]);
    return { entries, next: end && placeOf(end) };
  }

  async sweep({ ageMs, entries }: AuditLimits): Promise<boolean> {
    const old = await removeIfAny(this.#database, anyOld, removeOld, [ageMs, stepSize]);
    const beyond = await removeIfAny(this.#database, anyBeyond, removeBeyond, [entries, stepSize]);
    return old === stepSize || beyond === stepSize;
  }
}
