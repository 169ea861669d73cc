import type { BasedRead, Basis, StampedCaller } from '../../core/store.ts';
import type { Snapshot } from '../../core/vocabulary.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import { storeTime } from './connection/store-time.ts';
import {
  prepared,
  query,
  type Statement,
  type Value as StatementValue,
} from './connection/statement.ts';

/*
 * The stamps of the site and of the caller, as expressions. The statements that read the site and the caller select
 * them, and so does every statement that reads content for a caller: all must agree.
 */

/** Whether reads depend on the state of a collection: not everybody sees it, or its items have locales. */
export const hasState = '(not is_active or is_private or base_locale is not null)';

/** The row of the settings, and the states of the collections while reads depend on one. */
const settingsStamp =
  "concat_ws('/', (select xmin::text from settings), " +
  `case when exists (select from collections where ${hasState}) then ` +
  "md5(array(select concat_ws(' ', id, is_active, is_private, base_locale) from collections order by id)::text) end)";

const collectionStamp = (name: string): string =>
  `(select concat_ws(' ', id, is_active, is_singleton) from collections where name = ${name})`;

/** @param name the name of the collection that the site was asked for; undefined for none. */
export const siteStamp = (name: string | undefined): string =>
  name === undefined
    ? `concat(${settingsStamp}, ' ')`
    : `concat(${settingsStamp}, ' ', ${collectionStamp(name)})`;

/** The account and its grants. */
const accountStamp = (userId: string): string =>
  "(select concat_ws('/', users.xmin, (select string_agg(" +
  "concat_ws(' ', collection_id, user_grants.xmin), ',' order by collection_id) " +
  `from user_grants where user_id = users.id)) from users where users.id = ${userId})`;

/** For statements that select from `sessions`. Its last use does not change it. The settings decide what a session may do. */
export const sessionStamp =
  "concat_ws('/', (select xmin from settings), sessions.public_id, sessions.expires_at, " +
  `${accountStamp('sessions.user_id')})`;

/** For statements that select from `preview_tokens`. Null once the token has expired. */
export const previewStamp =
  `case when preview_tokens.expires_at > ${storeTime} then ` +
  `concat_ws('/', preview_tokens.xmin, ${accountStamp('preview_tokens.user_id')}) end`;

/** For statements that select from `api_tokens`. Its last use does not change it. */
export const tokenStamp =
  "concat_ws('/', api_tokens.id, api_tokens.scope::text, api_tokens.kind, api_tokens.expires_at)";

const callerStamps: Readonly<Record<StampedCaller['kind'], (id: string) => string>> = {
  session: (id) => `(select ${sessionStamp} from sessions where id = ${id})`,
  preview: (id) => `(select ${previewStamp} from preview_tokens where id = ${id})`,
  token: (id) => `(select ${tokenStamp} from api_tokens where id = ${id})`,
};

/**
 * One run of one server, and one database of it: after a crash of one of its processes, a server can give numbers of
 * transactions again whose changes were lost. It resets these statistics then. The path contains the number of
 * the database.
 */
const serverRun =
  "concat_ws('/', extract(epoch from pg_postmaster_start_time()), " +
  "extract(epoch from (pg_stat_get_wal()).stats_reset), pg_relation_filepath('settings'))";

/**
 * Two equal snapshots of one run have the same finished transactions, so the same visible state. Null on a
 * standby, where that is not certain.
 */
const transactions = 'case when not pg_is_in_recovery() then pg_current_snapshot()::text end';

/** Selects what {@link snapshotOf} takes. */
export const snapshotSelection = `${serverRun} as run, ${transactions} as transactions`;

/** The value of `Store.snapshot`. */
export const snapshotOf = (run: string, transactions: string | null): Snapshot | undefined =>
  transactions === null ? undefined : `${transactions} ${run}`;

/** What a {@link Basis} is about, without its stamps: equal for readers who share statements. */
export interface BasisRequest {
  readonly collection: string | undefined;
  readonly caller: Pick<StampedCaller, 'kind' | 'id'> | undefined;
}

export const requestOf = ({ collection, caller }: Basis): BasisRequest => ({
  collection,
  caller: caller && { kind: caller.kind, id: caller.id },
});

/** The stamps that a statement saw, and what it read in the same state. */
export interface Seen<Value> {
  readonly site: string;
  readonly caller: string;
  readonly snapshot: Snapshot | undefined;
  readonly value: Value;
}

/**
 * The statement with a row in front whose last columns are the stamps. An append without workers returns its
 * parts one after the other, so the rows stay in order.
 *
 * @param columns how many columns the statement selects.
 * @param values how many values it takes. Those of the request follow them.
 */
const stampedStatement = (
  { name, text, timeoutMs }: Statement,
  columns: number,
  values: number,
  { collection, caller }: BasisRequest,
): Statement => {
  const parts = [name, 'stamped', ...(collection === undefined ? [] : ['for']), caller?.kind ?? ''];
  const render = (): string => {
    const nulls = Array.from({ length: columns }, () => 'null');
    const named = collection === undefined ? undefined : `$${values + 1}`;
    const id = `$${values + (collection === undefined ? 1 : 2)}`;
    const stamps = [
      siteStamp(named),
      ...(caller === undefined ? [] : [callerStamps[caller.kind](id)]),
      serverRun,
      transactions,
    ].map((stamp) => `coalesce(${stamp}, '')`);
    return (
      `select ${nulls.join(', ')}, concat_ws(E'\n', ${stamps.join(', ')}) as stamps ` +
      `union all select page.*, null from (${text}) page`
    );
  };
  const stamped: Statement =
    name === ''
      ? { name, text: render(), rowMode: 'array' }
      : prepared(parts.filter((part) => part !== '').join('_'), render);
  return timeoutMs === undefined ? stamped : { ...stamped, timeoutMs };
};

export interface StampedQuery<Row, Value> {
  readonly statement: Statement;
  readonly columns: number;
  readonly values: readonly StatementValue[];
  readonly request: BasisRequest;
  /** @param rows each has one more column. @param run of the server, for tags. */
  readonly valueOf: (rows: readonly Row[], run: string) => Value;
}

/** Runs the statement, and reads the stamps in the same state. @throws what {@link query} throws. */
export const queryStamped = async <Row, Value>(
  database: DatabaseSession,
  { statement, columns, values, request, valueOf }: StampedQuery<Row, Value>,
): Promise<Seen<Value>> => {
  const { ownSnapshot } = database.pool;
  const before = ownSnapshot?.();
  const { collection, caller } = request;
  const [first, ...rows] = await query<readonly (string | null)[]>(
    database,
    stampedStatement(statement, columns, values.length, request),
    [...values, ...[collection, caller?.id].filter((value) => value !== undefined)],
  );
  const stamps = (first?.at(-1) ?? '').split('\n');
  const [site = '', seenCaller = ''] = stamps;
  const [run = '', seen = ''] = stamps.slice(-2);
  const after = ownSnapshot?.();
  const counted = before === after ? after : undefined;
  return {
    site,
    caller: caller === undefined ? '' : seenCaller,
    snapshot: ownSnapshot === undefined ? snapshotOf(run, seen === '' ? null : seen) : counted,
    value: valueOf(rows as unknown as readonly Row[], run),
  };
};

/** What was read, if the basis still held then. */
export const basedOn = <T>({ site, caller }: Basis, seen: Seen<T>): BasedRead<T> =>
  seen.site === site && seen.caller === (caller?.stamp ?? '')
    ? { isCurrent: true, value: seen.value, snapshot: seen.snapshot }
    : { isCurrent: false };

/** Runs a statement on a basis. @throws what {@link query} throws. */
export const queryOnBasis = async <Row, Value>(
  database: DatabaseSession,
  basis: Basis,
  sent: Omit<StampedQuery<Row, Value>, 'request'>,
): Promise<BasedRead<Value>> =>
  basedOn(basis, await queryStamped(database, { ...sent, request: requestOf(basis) }));
