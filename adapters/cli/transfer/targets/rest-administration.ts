import { unlessNotFound, type RestSession } from './rest-session.ts';
import { readPages, type Administration } from './administration.ts';

/** A service that runs elsewhere, through its REST API. */
export const restAdministration = ({ send }: Pick<RestSession, 'send'>): Administration => ({
  settings: async () => (await send((client) => client.getSettings())).body.data,
  updateSettings: async (body) => {
    await send((client) => client.updateSettings({ body }));
  },
  webhooks: async () =>
    (await unlessNotFound(send((client) => client.listWebhooks())))?.body.data ?? [],
  createWebhook: async (webhook) => {
    await send((client) => client.createWebhook({ body: { ...webhook, active: false } }));
  },
  users: () =>
    readPages(async (query) => (await send((client) => client.listUsers({ query }))).body.data),
  setPermissions: async (id, permissions) => {
    const body = { permissions };
    await send((client) => client.setPermissions({ params: { id }, body }));
  },
  isEmpty: async () =>
    (await unlessNotFound(send((client) => client.countContent())))?.body.data.every(({ counts }) =>
      Object.values(counts).every(({ count }) => count === 0),
    ) ?? false,
});
