import { operator } from '../../../core/index.ts';
import { testPassword } from '../http/app.ts';
import type { HttpClient } from '../http/http-client.ts';
import { personAt, type Instances } from '../core/instances.ts';

/** A right that can be revoked. */
export interface Revocable {
  /** Uses the right. @returns the status of the response. */
  readonly attempt: (client: HttpClient) => Promise<number>;
  readonly before: number;
  /** Revokes the right at one instance. */
  readonly revoke: () => Promise<unknown>;
  readonly after: number;
}

/** Changes that must apply to the next request on every instance. `name` must be unique. */
export const revocations: Readonly<
  Record<string, (instances: Instances, name: string) => Promise<Revocable>>
> = {
  'a revoked token': async (instances) => {
    const { apiTokens } = cmsOf(instances);
    const { token, secret } = await apiTokens.create(operator, { name: 'Site' });
    return {
      attempt: get('/api/content', { 'X-API-Key': secret }),
      before: 200,
      revoke: () => apiTokens.revoke(operator, token.id),
      after: 401,
    };
  },

  'an ended session': async (instances, name) => {
    const { headers } = await personAt(instances, 'editor', name);
    const [first] = instances.clients;
    return {
      attempt: get('/auth/me', headers),
      before: 200,
      revoke: async () => first?.request('/auth/logout', { method: 'POST', headers }),
      after: 401,
    };
  },

  'a session ended from another one': async (instances, name) => {
    const { login, headers } = await personAt(instances, 'editor', name);
    const [first] = instances.clients;
    return {
      attempt: get('/auth/me', headers),
      before: 200,
      revoke: async () => {
        const client = `${name} elsewhere`;
        const { token } = await cmsOf(instances).accounts.logIn({ ...login, client });
        const own = { Authorization: `Bearer ${token}` };
        return first?.request('/auth/logout/others', { method: 'POST', headers: own });
      },
      after: 401,
    };
  },

  'a changed password': async (instances, name) => {
    const { id, headers } = await personAt(instances, 'editor', name);
    return {
      attempt: get('/auth/me', headers),
      before: 200,
      revoke: () =>
        cmsOf(instances).users.update(operator, id, { password: `${testPassword} anew` }),
      after: 401,
    };
  },

  'a demotion': async (instances, name) => {
    const { id, headers } = await personAt(instances, 'admin', name);
    await personAt(instances, 'admin', `${name}-who-stays`);
    return {
      attempt: get('/api/users', headers),
      before: 200,
      revoke: () => cmsOf(instances).users.update(operator, id, { role: 'viewer' }),
      after: 403,
    };
  },

  'a deactivated user': async (instances, name) => {
    const { id, headers } = await personAt(instances, 'editor', name);
    return {
      attempt: get('/auth/me', headers),
      before: 200,
      revoke: () => cmsOf(instances).users.update(operator, id, { isActive: false }),
      after: 401,
    };
  },

  'a grant of a lower role': async (instances, name) => {
    const { id, headers } = await personAt(instances, 'editor', name);
    const cms = cmsOf(instances);
    const item = await cms.content.create(operator, {
      collectionId: await collectionOf(instances, 'pages'),
      title: name,
    });
    return {
      attempt: async ({ request }) =>
        (await request(`/api/content/${item.id}`, { method: 'PUT', headers, json: {} })).status,
      before: 200,
      revoke: () =>
        cms.users.setPermissions(operator, id, [{ collection: 'pages', role: 'viewer' }]),
      after: 403,
    };
  },

  'a setting that hides drafts': async (instances, name) => {
    const cms = cmsOf(instances);
    await cms.settings.update(operator, { publicContent: 'all' });
    const draft = await cms.content.create(operator, {
      collectionId: await collectionOf(instances, 'pages'),
      title: name,
    });
    return {
      attempt: get(`/api/content/${draft.id}`),
      before: 200,
      revoke: () => cms.settings.update(operator, { publicContent: 'published' }),
      after: 404,
    };
  },

  'a deactivated collection': async (instances, name) => {
    const cms = cmsOf(instances);
    await cms.collections.create(operator, { name });
    const item = await cms.content.create(operator, {
      collectionId: await collectionOf(instances, name),
      title: name,
      status: 'published',
    });
    return {
      attempt: get(`/api/content/${item.id}`),
      before: 200,
      revoke: () => cms.collections.update(operator, name, { isActive: false }),
      after: 404,
    };
  },
};

const get =
  (path: string, headers: Readonly<Record<string, string>> = {}) =>
  async ({ request }: HttpClient): Promise<number> =>
    (await request(path, { headers })).status;

const cmsOf = ({ services: [first] }: Instances) => {
  if (first === undefined) throw new Error('There is no instance');
  return first.service.cms;
};

const collectionOf = async (instances: Instances, name: string): Promise<string> => {
  const { id } = await cmsOf(instances).collections.get(operator, name);
  return id;
};
