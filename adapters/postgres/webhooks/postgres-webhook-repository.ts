import type {
  StoredWebhook,
  Webhook,
  WebhookEventType,
  WebhookKind,
  WebhookRepository,
  WebhookSecret,
} from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import {
  execute,
  executeReturning,
  query,
  type Statement,
  type Value,
} from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { cancelWaiting } from './delivery-statements.ts';

/** A row of `webhooks`. The driver parses JSON and returns `bigint` as digits. */
interface WebhookRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly kind: WebhookKind;
  readonly events: readonly WebhookEventType[];
  readonly scope: readonly string[] | null;
  readonly only_published: boolean;
  readonly debounce_seconds: number;
  readonly is_active: boolean;
  readonly secrets: readonly { readonly value: string; readonly expiresAt?: number }[];
  readonly position: string;
  readonly failing_since: string | null;
  readonly switched_off_at: string | null;
  readonly switched_off_reason: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns =
  'id, name, url, kind, events, scope, only_published, debounce_seconds, is_active, secrets, version, created_at, updated_at';
const all = `${columns}, position, failing_since, switched_off_at, switched_off_reason`;

const insert: Statement = {
  name: 'webhook_insert',
  text:
    `insert into webhooks (${columns}, position) ` +
    'values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::json, $11, $12, $13, $14)',
};

const find: Statement = { name: 'webhook_find', text: `select ${all} from webhooks where id = $1` };

const list: Statement = {
  name: 'webhook_list',
  text: `select ${all} from webhooks order by created_at desc, id desc`,
};

const update: Statement = {
  name: 'webhook_update',
  text:
    'update webhooks set name = $2, url = $3, kind = $4, events = $5, scope = $6, ' +
    'only_published = $7, debounce_seconds = $8, is_active = $9, secrets = $10::json, version = $11, ' +
    'created_at = $12, updated_at = $13 where id = $1',
};

const restart: Statement = {
  name: 'webhook_restart',
  text:
    'update webhooks set position = $2, failing_since = null, switched_off_at = null, ' +
    'switched_off_reason = null where id = $1',
};

const remove: Statement = { name: 'webhook_delete', text: 'delete from webhooks where id = $1' };

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

const valuesOf = (webhook: Webhook): readonly Value[] => [
  webhook.id,
  webhook.name,
  webhook.url,
  webhook.kind,
  webhook.events,
  webhook.scope === 'all' ? null : webhook.scope,
  webhook.onlyPublished,
  webhook.debounceSeconds,
  webhook.isActive,
  JSON.stringify(webhook.secrets),
  webhook.version,
  webhook.createdAt,
  webhook.updatedAt,
];

const timeOf = (digits: string | null): number | undefined =>
  digits === null ? undefined : Number(digits);

const webhookOf = (row: WebhookRow): StoredWebhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  kind: row.kind,
  events: row.events,
  scope: row.scope ?? 'all',
  onlyPublished: row.only_published,
  debounceSeconds: row.debounce_seconds,
  isActive: row.is_active,
  secrets: row.secrets.map(({ value, expiresAt }): WebhookSecret => ({ value, expiresAt })),
  version: row.version,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
  position: Number(row.position),
  failingSince: timeOf(row.failing_since),
  switchedOffAt: timeOf(row.switched_off_at),
  switchedOffReason: row.switched_off_reason ?? undefined,
});

export class PostgresWebhookRepository implements WebhookRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(webhook: Webhook, position: number): Promise<void> {
    await execute(this.#database, insert, [...valuesOf(webhook), position]);
  }

  async find(id: string): Promise<StoredWebhook | undefined> {
    const [row] = await query<WebhookRow>(this.#database, find, [id]);
    return row && webhookOf(row);
  }

  async list(): Promise<readonly StoredWebhook[]> {
    return (await query<WebhookRow>(this.#database, list)).map(webhookOf);
  }

  async update(webhook: Webhook, restartAt?: number): Promise<void> {
    if (restartAt === undefined)
      return void (await execute(this.#database, update, valuesOf(webhook)));
    await joinTransaction(this.#database, async (inside) => {
      await execute(inside, update, valuesOf(webhook));
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
      const [row] = await executeReturning<Pick<WebhookRow, 'is_active'>>(inside, fail, [
        id,
        switchOffMs,
        reason,
      ]);
      const isOff = row?.is_active === false;
      if (isOff) await cancelWaiting(inside, id);
      return isOff;
    });
  }
}
