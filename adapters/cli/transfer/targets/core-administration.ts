import { presentSettings, presentUser, presentWebhook } from '../../../../contracts/index.ts';
import { operator, type Cms } from '../../../../core/index.ts';
import { readPages, type Administration } from './administration.ts';

/** The core in this process, used as the operator. */
export const coreAdministration = ({
  content,
  settings,
  users,
  webhooks,
}: Pick<Cms, 'content' | 'settings' | 'users' | 'webhooks'>): Administration => ({
  settings: async () => presentSettings(await settings.get(operator)),
  updateSettings: async (changes) => {
    await settings.update(operator, changes);
  },
  webhooks: async () => (await webhooks.list(operator)).map(presentWebhook),
  createWebhook: async (webhook) => {
    await webhooks.create(operator, { ...webhook, active: false });
  },
  users: () => readPages(async (page) => (await users.list(operator, page)).map(presentUser)),
  setPermissions: async (id, permissions) => {
    await users.setPermissions(operator, id, permissions);
  },
  isEmpty: async () =>
    (await content.count(operator, { client: '' })).every(({ counts }) =>
      Object.values(counts).every(({ count }) => count === 0),
    ),
});
