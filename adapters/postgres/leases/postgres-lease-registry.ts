import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Subject } from '../../../core/index.ts';
import { readAddress } from '../address.ts';
import { databaseErrorOf, isReadOnlyError } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type {
  Block,
  LeaseMessage,
  LeaseRegistry,
  RegisteredInstance,
  RegistryView,
} from './lease-registry.ts';

const channel = 'quoin_leases';

/** PostgreSQL limits the payload of a notification to 7999 bytes. */
const maxPayload = 7_000;

/** In milliseconds. */
const answerTimeout = 2_000;
/** Registering waits for running writes, and new writes wait behind it. */
const lockTimeout = '1s';

const register = 'select lease_register($1::bigint)::text as id';

/** Identifies the present run of the server. */
const serverRun = 'extract(epoch from pg_postmaster_start_time())::text';
const noOutsideWrites = 'not exists (select from lease_outside_writes)';

// Nothing in the registry need survive a crash: without a fsync, changes are several times as fast.
const renew = `
  with renewed as (
    update lease_instances set stamp = $2, held = $3::bigint[] where id = $1::bigint returning id
  )
  select set_config('synchronous_commit', 'off', true),
    case when $4 then pg_notify('${channel}', $5) end,
    exists (select from renewed) and ${noOutsideWrites} as is_intact,
    ${serverRun} as server,
    (select settled_server from lease_registry) as settled,
    (select coalesce(json_agg(json_build_object(
      'id', id::text, 'stamp', stamp, 'held', held::text[])), '[]') from lease_instances) as instances,
    (select coalesce(json_agg(json_build_object(
      'id', id::text, 'writer', writer::text, 'subjects', subjects)), '[]') from lease_blocks) as blocks`;

const isIntact: Statement = {
  name: 'lease_is_intact',
  text: `select exists (select from lease_instances where id = $1::bigint)
    and ${serverRun} = $2 and ${noOutsideWrites} as is_intact`,
};

const blockedMessage: LeaseMessage = { type: 'blocked', blocks: [] };

const insertBlocks = `
  with inserted as (
    insert into lease_blocks (writer, subjects)
    select $1::bigint, array(select json_array_elements_text(new.subjects))
    from json_array_elements($2::json) with ordinality as new (subjects, position)
    order by position
    returning id, writer, subjects
  ), message as (
    select json_build_object('type', 'blocked', 'blocks', json_agg(json_build_object(
      'id', id::text, 'writer', writer::text, 'subjects', subjects)))::text as payload
    from inserted
  )
  select array_agg(id::text order by id) as ids,
    set_config('synchronous_commit', 'off', true),
    case when $3 <> '' then pg_notify('${channel}', $3) end,
    (select pg_notify('${channel}', case when octet_length(payload) < ${maxPayload}
      then payload else '${JSON.stringify(blockedMessage)}' end) from message)
  from inserted`;

const notify = `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', $1)`;
const deleteBlocks = 'delete from lease_blocks where id = any ($1::bigint[])';
const removeStopped = 'delete from lease_instances where id = $1::bigint and stamp = $2';
const settle =
  'update lease_registry set settled_server = $1 where settled_server is distinct from $1';
const unregister = 'delete from lease_instances where id = $1::bigint';

const endMessage = (blocks: readonly string[]): string => {
  const message: LeaseMessage = { type: 'ended', blocks };
  return JSON.stringify(message);
};

interface RenewedRow {
  readonly is_intact: boolean;
  readonly server: string;
  readonly settled: string;
  readonly instances: readonly RegisteredInstance[];
  readonly blocks: readonly Block[];
}

/**
 * The registry in PostgreSQL, over a connection of its own: it must not wait for those of the pool, and
 * it receives the messages.
 */
export class PostgresLeaseRegistry implements LeaseRegistry {
  readonly #url: string;
  #connecting: Promise<Client> | undefined;
  #connected: Client | undefined;
  #onMessage: (message: LeaseMessage) => void = () => undefined;
  #isClosed = false;
  /** Settles when the statement that was sent last has been answered. */
  #sent: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  async register(previous: string | undefined): Promise<string> {
    const [row] = await this.#query<{ readonly id: string }>(register, [previous ?? null]);
    if (row === undefined) throw new Error('The registration returned no id');
    return row.id;
  }

  async renew(
    instance: string,
    held: readonly string[],
    announce: boolean,
  ): Promise<RegistryView | undefined> {
    const message: LeaseMessage = { type: 'held', instance, held };
    const payload = JSON.stringify(message);
    const isSent = announce && payload.length < maxPayload;
    const values = [instance, randomUUID(), held, isSent, payload];
    const [row] = await this.#query<RenewedRow>(renew, values);
    if (row?.is_intact !== true) return undefined;
    const { server, settled: settledServer, instances, blocks } = row;
    return { server, settledServer, instances, blocks };
  }

  async isIntact(instance: string, server: string): Promise<boolean> {
    const [row] = await this.#query<{ readonly is_intact: boolean }>(isIntact, [instance, server]);
    return row?.is_intact === true;
  }

  async insertBlocks(
    writer: string,
    subjects: readonly (readonly Subject[])[],
    ended: readonly string[],
  ): Promise<readonly string[]> {
    const values = [writer, JSON.stringify(subjects), ended.length > 0 ? endMessage(ended) : ''];
    const [row] = await this.#query<{ readonly ids: readonly string[] }>(insertBlocks, values);
    return row?.ids ?? [];
  }

  async deleteBlocks(ids: readonly string[]): Promise<void> {
    await this.#query(deleteBlocks, [ids]);
    await this.announceEnd(ids);
  }

  async announceEnd(ids: readonly string[]): Promise<void> {
    await this.#query(notify, [endMessage(ids)]);
  }

  async removeStopped(instance: string, stamp: string): Promise<void> {
    await this.#query(removeStopped, [instance, stamp]);
  }

  async settle(server: string): Promise<void> {
    await this.#query(settle, [server]);
  }

  async unregister(instance: string): Promise<void> {
    await this.#query(unregister, [instance]);
  }

  listen(onMessage: (message: LeaseMessage) => void): void {
    this.#onMessage = onMessage;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#connecting?.catch(() => undefined);
    await client?.end();
  }

  async #query<Row extends object>(
    statement: string | Statement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const client = await (this.#connecting ??= this.#connect());
    const named = typeof statement === 'string' ? { text: statement } : statement;
    const sent = { ...named, values: [...values], query_timeout: answerTimeout };
    // The driver takes one statement at a time.
    const answer = this.#sent.then(() => client.query(sent));
    this.#sent = answer.catch(() => undefined);
    try {
      return (await answer).rows as readonly Row[];
    } catch (error) {
      // It may hang, or lead to a server that stays read-only: the next call uses a new one.
      if (databaseErrorOf(error) === undefined || isReadOnlyError(error)) this.#discard(client);
      throw error;
    }
  }

  async #connect(): Promise<Client> {
    if (this.#isClosed) throw new Error('The registry is closed');
    const client = new Client({
      connectionString: readAddress(this.#url).connectionString,
      application_name: 'quoin leases',
      connectionTimeoutMillis: answerTimeout,
      keepAlive: true,
    });
    client.on('error', () => this.#discard(client));
    client.on('end', () => this.#discard(client));
    client.on('notification', ({ processId, payload }) => {
      const isOwn = processId === (client as unknown as { readonly processID: number }).processID;
      if (isOwn || payload === undefined) return;
      // After the callers of earlier results, which may have arrived in the same packet.
      setImmediate(() => this.#onMessage(JSON.parse(payload) as LeaseMessage));
    });
    this.#connected = client;
    try {
      await client.connect();
      await client.query(`set lock_timeout = '${lockTimeout}'; listen ${channel}`);
      return client;
    } catch (error) {
      this.#discard(client);
      throw error;
    }
  }

  #discard(client: Client): void {
    if (this.#connected !== client) return;
    this.#connected = undefined;
    this.#connecting = undefined;
    client.end().catch(() => undefined);
  }
}
