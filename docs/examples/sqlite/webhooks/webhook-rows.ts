import { workingWebhook, type StoredWebhook } from 'quoin/core/store';
import type { Db } from '../work/db.ts';

interface WebhookRow {
  readonly doc: string;
}

/** JSON leaves out what is undefined. */
const webhookOf = ({ doc }: WebhookRow): StoredWebhook => {
  const stored = JSON.parse(doc) as StoredWebhook;
  const secrets = stored.secrets.map(({ value, expiresAt }) => ({ value, expiresAt }));
  return { ...workingWebhook, ...stored, secrets };
};

export const findWebhook = (db: Db, id: string): StoredWebhook | undefined => {
  const row = db.get<WebhookRow>('select doc from webhooks where id = ?', id);
  return row && webhookOf(row);
};

/** Newest first. */
export const listWebhooks = (db: Db): readonly StoredWebhook[] =>
  db.all<WebhookRow>('select doc from webhooks order by created_at desc, id desc').map(webhookOf);

export const putWebhook = (db: Db, webhook: StoredWebhook): void => {
  const { id, createdAt } = webhook;
  db.put('webhooks', 'id', { id, created_at: createdAt, doc: JSON.stringify(webhook) });
};
