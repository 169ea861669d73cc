import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, type Statement } from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { earlierAttemptsMax } from '../../../core/vocabulary.ts';
import { deliveries } from './delivery-row.ts';

/** One look-up for each subject. Locks the rows: nobody claims them meanwhile. Whoever locks several has locked the webhook before. */
export const lockWaiting: Statement = {
  name: 'delivery_lock_waiting',
  text:
    'select found.* from unnest($2::text[]) wanted (subject) cross join lateral (' +
    `select ${deliveries.selection}, claimed_until from webhook_deliveries ` +
    "where webhook_id = $1 and subject = wanted.subject and state = 'waiting' limit 1 for update) found",
};

/** Only a webhook that is as it was read. */
export const moveWebhook: Statement = {
  name: 'webhook_move',
  text: 'update webhooks set position = $4 where id = $1 and version = $2 and position = $3 and is_active',
};

/** Of rows that are locked, and waiting: the condition would let other indexes seem better than that of the ids. */
export const removeDeliveries: Statement = {
  name: 'delivery_remove',
  text: 'delete from webhook_deliveries where id = any ($1::uuid[])',
};

/** Likewise. */
export const endDeliveries: Statement = {
  name: 'delivery_end',
  text:
    "update webhook_deliveries set state = case when subject = any ($2::text[]) then 'replaced' " +
    "else 'cancelled' end where id = any ($1::uuid[])",
};

export const addWaiting: Statement = {
  name: 'delivery_add',
  text:
    'insert into webhook_deliveries (id, webhook_id, subject, type, body, state, created_at, due_at, claimed_until) ' +
    `select id, $1, subject, type, body, 'waiting', ${storeTime}, ${storeTime} + $2::bigint, claimed_until ` +
    'from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[]) ' +
    'each (id, subject, type, body, claimed_until)',
};

/** Names the condition of the index. */
const isDue =
  `state = 'waiting' and due_at > 0 and due_at <= ${storeTime} ` +
  `and claimed_until <= ${storeTime}`;

/** Looks for the first delivery of each webhook in the order of the index. `exists` could look in any order. */
export const dueWebhooks: Statement = {
  name: 'delivery_due_webhooks',
  text:
    'select id from webhooks where is_active and (select true from webhook_deliveries ' +
    `where webhook_id = webhooks.id and ${isDue} order by due_at limit 1)`,
};

export const claimDelivery: Statement = {
  name: 'delivery_claim',
  text:
    `with due as (select id from webhook_deliveries where webhook_id = $1 and ${isDue} ` +
    'and exists (select from webhooks where id = $1 and is_active) ' +
    'order by due_at limit 1 for update skip locked) ' +
    `update webhook_deliveries set claimed_until = ${storeTime} + $2::bigint, attempts = attempts + 1 ` +
    `where id = (select id from due) returning ${deliveries.selection}, ${storeTime} - created_at as age_ms`,
};

/** The attempts before the last one, after another one has ended. */
const withLast =
  'case when ended_at is null then earlier else jsonb_path_query_array(jsonb_build_array(jsonb_build_object(' +
  "'endedAt', ended_at, 'durationMs', duration_ms, 'status', status, 'response', response, 'failure', failure)) " +
  `|| earlier, '$[0 to ${earlierAttemptsMax - 1}]') end`;

export const finishDelivery: Statement = {
  name: 'delivery_finish',
  text:
    `update webhook_deliveries set ended_at = ${storeTime}, duration_ms = $2, status = $3, ` +
    `response = $4, failure = $5, earlier = ${withLast}, ` +
    "state = case when $6 = 'delivered' or state = 'waiting' then coalesce($6, state) else state end, " +
    `due_at = coalesce(${storeTime} + $7::bigint, due_at), ` +
    'claimed_until = case when coalesce($6, $7::text) is null then claimed_until else 0 end ' +
    'where id = $1 returning webhook_id, subject',
};

/** The one that replaced a delivery whose request has ended, unless it is claimed for itself. */
export const releaseSuccessor: Statement = {
  name: 'delivery_release_successor',
  text:
    'update webhook_deliveries set claimed_until = 0 where webhook_id = $1 and subject = $2 ' +
    "and state = 'waiting' and attempts = 0 and claimed_until > 0",
};

export const insertEndedDelivery: Statement = {
  name: 'delivery_insert_ended',
  text:
    'insert into webhook_deliveries (id, webhook_id, subject, type, body, state, attempts, created_at, ' +
    'due_at, ended_at, duration_ms, status, response, failure) ' +
    `values ($1, $2, $3, $4, $5, $6, 1, ${storeTime}, ${storeTime}, ${storeTime}, $7, $8, $9, $10)`,
};

export const findDelivery: Statement = {
  name: 'delivery_find',
  // `offset 0` keeps the planner from an index that leads through all deliveries of the webhook.
  text:
    `select ${deliveries.selection} from (select * from webhook_deliveries where id = $2 offset 0) found ` +
    'where webhook_id = $1',
};

export const listDeliveries: Statement = {
  name: 'delivery_list',
  text:
    `select ${deliveries.selection} from webhook_deliveries where webhook_id = $1 ` +
    'order by created_at desc, id desc limit $2 offset $3',
};

const old =
  `from webhook_deliveries where created_at < ${storeTime} - $1::bigint and state <> 'waiting' ` +
  'order by created_at';

export const anyOldDelivery: Statement = {
  name: 'delivery_any_old',
  text: `select 1 ${old} limit 1`,
};

export const removeOldDeliveries: Statement = {
  name: 'delivery_remove_old',
  text:
    'delete from webhook_deliveries where id = any (array(' +
    `select id ${old} limit $2 for update skip locked))`,
};

const cancelUnsent: Statement = {
  name: 'delivery_cancel_unsent',
  text: "delete from webhook_deliveries where webhook_id = $1 and state = 'waiting' and attempts = 0",
};

const cancelSent: Statement = {
  name: 'delivery_cancel_sent',
  text: "update webhook_deliveries set state = 'cancelled' where webhook_id = $1 and state = 'waiting'",
};

/** Ends all deliveries of a webhook that are waiting. */
export const cancelWaiting = async (
  database: DatabaseSession,
  webhookId: string,
): Promise<void> => {
  await execute(database, cancelUnsent, [webhookId]);
  await execute(database, cancelSent, [webhookId]);
};
