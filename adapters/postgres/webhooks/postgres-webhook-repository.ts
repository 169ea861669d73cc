import {
  workingWebhook,
  type StoredWebhook,
  type Webhook,
  type WebhookRepository,
  type WebhookSecret,
} from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, executeReturning, type Statement } from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { json, nullAs, numeric, orNull, plain, time, type Fields } from '../rows/fields.ts';
import { table } from '../rows/table.ts';
import { cancelWaiting } from './delivery-statements.ts';

type StoredSecrets = readonly { readonly value: string; readonly expiresAt?: number }[];

/** JSON leaves out what is undefined. */
const secretsOf = (stored: StoredSecrets): readonly WebhookSecret[] =>
  stored.map(({ value, expiresAt }) => ({ value, expiresAt }));

/** What an administrator decides. A change leaves what deliveries have written. */
const decided: Fields<Webhook> = {
  id: plain('id', 'uuid'),
  name: plain('name', 'text'),
  url: plain('url', 'text'),
  kind: plain('kind', 'text'),
  events: plain('events', 'text[]'),
  scope: nullAs('all', plain('scope', 'uuid[]')),
  locales: plain('locales', 'text[]'),
  onlyPublished: plain('only_published', 'boolean'),
  debounceSeconds: plain('debounce_seconds', 'integer'),
  isActive: plain('is_active', 'boolean'),
  secrets: json('secrets', secretsOf),
  version: plain('version', 'integer'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
};

export const webhooks = table<StoredWebhook>('webhooks', {
  ...decided,
  position: numeric('position'),
  failingSince: orNull(time('failing_since')),
  switchedOffAt: orNull(time('switched_off_at')),
  switchedOffReason: orNull(plain('switched_off_reason', 'text')),
});

const decisions = table<Webhook>('webhooks', decided);

const insert = webhooks.insert('webhook_insert');
const find = webhooks.select('webhook_find', 'where id = $1');
const list = webhooks.select('webhook_list', 'order by created_at desc, id desc');
const update = decisions.replace('webhook_update');
const remove = webhooks.remove('webhook_delete');

const restart: Statement = {
  name: 'webhook_restart',
  text:
    'update webhooks set position = $2, failing_since = null, switched_off_at = null, ' +
    'switched_off_reason = null where id = $1',
};

const succeed: Statement = {
  name: 'webhook_succeed',
  text: 'update webhooks set failing_since = null where id = $1 and failing_since is not null',
};

const isLong = `coalesce(failing_since, ${storeTime}) <= ${storeTime} - $2::bigint`;

/** Writes only if something changes: many deliveries can fail at the same time. */
const fail: Statement = {
  name: 'webhook_fail',
  text:
    `update webhooks set failing_since = coalesce(failing_since, ${storeTime}), ` +
    `is_active = not ${isLong}, ` +
    `switched_off_at = case when ${isLong} then ${storeTime} end, ` +
    `switched_off_reason = case when ${isLong} then $3 end ` +
    `where id = $1 and is_active and (failing_since is null or ${isLong}) returning is_active`,
};

export class PostgresWebhookRepository implements WebhookRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(webhook: Webhook, position: number): Promise<void> {
    const stored = { ...webhook, ...workingWebhook, position };
    await execute(this.#database, insert, webhooks.values(stored));
  }

  async find(id: string): Promise<StoredWebhook | undefined> {
    return webhooks.find(this.#database, find, [id]);
  }

  async list(): Promise<readonly StoredWebhook[]> {
    return webhooks.list(this.#database, list);
  }

  async update(webhook: Webhook, restartAt?: number): Promise<void> {
    if (restartAt === undefined)
      return void (await execute(this.#database, update, decisions.values(webhook)));
    await joinTransaction(this.#database, async (inside) => {
      await execute(inside, update, decisions.values(webhook));
      await execute(inside, restart, [webhook.id, restartAt]);
      await cancelWaiting(inside, webhook.id);
    });
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }

  async recordSuccess(id: string): Promise<void> {
    await execute(this.#database, succeed, [id]);
  }

  async recordFailure(id: string, switchOffMs: number, reason: string): Promise<boolean> {
    return joinTransaction(this.#database, async (inside) => {
      const values = [id, switchOffMs, reason];
      type Row = { readonly is_active: boolean };
      const [row] = await executeReturning<Row>(inside, fail, values);
      const isOff = row?.is_active === false;
      if (isOff) await cancelWaiting(inside, id);
      return isOff;
    });
  }
}
