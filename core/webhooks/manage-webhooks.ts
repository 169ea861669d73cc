import { authorize } from '../access/policy.ts';
import { deleteAudited } from '../events/delete-audited.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor } from '../model/actor.ts';
import { scopeNames, type Collection } from '../model/collection.ts';
import {
  rotationMs,
  workingWebhook,
  signingSecrets,
  webhookSecretMark,
  type StoredWebhook,
  type Webhook,
} from '../model/webhooks/webhook.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { notFound } from '../primitives/errors.ts';
import { laterOf } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';
import {
  decideWebhook,
  type CreateWebhook,
  type Named,
  type UpdateWebhook,
} from './parse-webhook.ts';

/** A webhook as administrators see it. */
export interface ShownWebhook {
  readonly webhook: Omit<StoredWebhook, 'secrets'>;
  /** The names of the collections; empty means all. A deleted collection is listed by its id. */
  readonly collections: readonly string[];
}

export interface CreatedWebhook extends ShownWebhook {
  /** The complete secret. Nothing else returns it. */
  readonly secret: string;
}

type Reading = Pick<Dependencies, 'webhooks' | 'collections'>;
type Writing = Pick<Dependencies, 'store' | 'outbox' | 'clock' | 'webhookSigner' | 'webhookSender'>;

export const listWebhooks =
  ({ webhooks, collections }: Reading) =>
  async (actor: Actor): Promise<readonly ShownWebhook[]> => {
    authorize(actor, 'administer');
    return (await webhooks.list()).map(shownIn(await collections.list()));
  };

export const getWebhook =
  ({ webhooks, collections }: Reading) =>
  async (actor: Actor, id: string): Promise<ShownWebhook> =>
    shownIn(await collections.list())(await authorizedWebhook({ webhooks }, actor, id));

export const createWebhook =
  (dependencies: Writing & Pick<Dependencies, 'ids'>) =>
  async (actor: Actor, command: CreateWebhook): Promise<CreatedWebhook> => {
    authorize(actor, 'administer');
    const { store, outbox, clock, webhookSigner, ids } = dependencies;
    const { head: position } = await outbox.advance();
    const create = async (repositories: Repositories): Promise<CreatedWebhook> => {
      const named = await namedIn(repositories);
      const now = clock.now();
      const secret = newSecret(webhookSigner);
      const webhook: Webhook = {
        ...decideWebhook(command, dependencies.webhookSender, named),
        id: ids.next(),
        secrets: [{ value: secret, expiresAt: undefined }],
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await repositories.webhooks.insert(webhook, position);
      const stored = { ...webhook, ...workingWebhook, position };
      return { ...shownIn(named.collections)(stored), secret };
    };
    return audited({ store, lock: 'settings' }, actor, create, ({ webhook: { id, name } }) => ({
      action: 'webhook.create',
      id,
      detail: name,
    }));
  };

export const updateWebhook =
  (dependencies: Writing) =>
  async (actor: Actor, id: string, command: UpdateWebhook): Promise<ShownWebhook> => {
    authorize(actor, 'administer');
    const { store, outbox } = dependencies;
    const { head } = await outbox.advance();
    const update = async (repositories: Repositories): Promise<ShownWebhook> => {
      const before = await authorizedWebhook(repositories, actor, id);
      const named = await namedIn(repositories);
      const decided = decideWebhook(command, dependencies.webhookSender, named, before);
      const restarts = decided.isActive !== before.isActive || decided.kind !== before.kind;
      const after = changed(dependencies, before, decided);
      await repositories.webhooks.update(after, restarts ? head : undefined);
      return shownIn(named.collections)((await repositories.webhooks.find(after.id)) ?? after);
    };
    return audited({ store, lock: 'settings' }, actor, update, ({ webhook }) => ({
      action: 'webhook.update',
      id: webhook.id,
      detail: webhook.name,
    }));
  };

export const rotateSecret =
  (dependencies: Writing) =>
  async (actor: Actor, id: string): Promise<CreatedWebhook> => {
    authorize(actor, 'administer');
    const { store, clock, webhookSigner } = dependencies;
    const rotate = async (repositories: Repositories): Promise<CreatedWebhook> => {
      const before = await authorizedWebhook(repositories, actor, id);
      const now = clock.now();
      const secret = newSecret(webhookSigner);
      const previous = signingSecrets(before, now).map((each) => ({
        ...each,
        expiresAt: each.expiresAt ?? now + rotationMs,
      }));
      const secrets = [{ value: secret, expiresAt: undefined }, ...previous];
      const after = changed(dependencies, before, { secrets });
      await repositories.webhooks.update(after);
      return { ...shownIn(await repositories.collections.list())(after), secret };
    };
    return audited({ store, lock: 'settings' }, actor, rotate, ({ webhook }) => ({
      action: 'webhook.rotate_secret',
      id: webhook.id,
    }));
  };

export const deleteWebhook =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawId: string): Promise<void> => {
    authorize(actor, 'administer');
    await deleteAudited(dependencies, actor, {
      what: 'Webhook',
      id: rawId,
      remove: ({ webhooks }, id) => webhooks.delete(id),
      operation: (id) => ({ action: 'webhook.delete', id }),
    });
  };

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`. */
export const authorizedWebhook = async (
  { webhooks }: Pick<Repositories, 'webhooks'>,
  actor: Actor,
  rawId: string,
): Promise<StoredWebhook> => {
  authorize(actor, 'administer');
  const id = readUuid(rawId);
  const webhook = id === undefined ? undefined : await webhooks.find(id);
  if (webhook === undefined) throw notFound('Webhook');
  return webhook;
};

const namedIn = async ({
  collections,
  site,
}: Pick<Repositories, 'collections' | 'site'>): Promise<Named> => ({
  collections: await collections.list(),
  locales: (await site.load()).settings.locales ?? [],
});

const newSecret = (signer: Dependencies['webhookSigner']): string =>
  `${webhookSecretMark}${signer.newKey()}`;

const changed = (
  { clock }: Pick<Dependencies, 'clock'>,
  before: StoredWebhook,
  changes: Partial<Webhook>,
): StoredWebhook => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: laterOf(before.updatedAt, clock.now()),
});

/** @param all all collections. */
const shownIn = (all: readonly Collection[]): ((webhook: StoredWebhook) => ShownWebhook) => {
  const namesOf = scopeNames(all);
  return ({ secrets: _, ...webhook }) => ({ webhook, collections: namesOf(webhook.scope) });
};
