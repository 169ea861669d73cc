import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { CollectionAccess } from '../../core/vocabulary.ts';
import { missingItems, readAll } from '../support/access/secret-leaks.ts';
import { secretWorldIn, type SecretWorld } from '../support/access/secret-world.ts';
import { serveInstances, type Instances } from '../support/core/instances.ts';
import { openStream } from '../support/feed/open-stream.ts';
import { signIns, testPassword } from '../support/http/app.ts';
import { httpConnections } from '../support/http/http-connections.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { withRedis } from '../support/redis/redis-tests.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';

interface Change {
  readonly type: string;
  readonly id?: string;
  readonly collectionId?: string;
}

await withPostgres('migrated', (url) =>
  withRedis((redisUrl) => {
    let instances: Instances;
    let world: SecretWorld;

    beforeAll(async () => {
      instances = await serveInstances(2, { DATABASE_URL: url, REDIS_URL: redisUrl });
      const [{ service, url: first }, client] = [instances.services[0]!, instances.clients[0]!];
      const { cms } = service;
      await cms.plugins.configure(operator, 'cache', { active: true });
      const app = {
        cms,
        url: first,
        ...client,
        signIn: signIns(service),
        [Symbol.asyncDispose]: () => instances[Symbol.asyncDispose](),
      };
      world = await secretWorldIn(app, seededRandom(runSeed), 8);
    });
    afterAll(() => world[Symbol.asyncDispose]());

    const isPrivate = ({ isPrivate: is }: SecretWorld['collections'][number]): boolean => is;

    /** At the first instance. */
    const give = async (access: CollectionAccess): Promise<void> => {
      for (const { name } of world.collections.filter(isPrivate)) {
        await world.app.cms.collections.update(operator, name, { access });
      }
    };

    test('no read at one instance shows what was closed at another one', async () => {
      const connections = httpConnections(instances.services[1]!.url);
      const secret = world.collections.filter(isPrivate);
      const outsiders = world.principals.filter(({ sees }) => !secret.every(sees));
      const lost = secret.map(({ id }) => id);
      /** Not by the name of another collection: that needs a third of the reads. */
      const isChosen = (path: string): boolean => {
        const [, name, key] = /^\/api\/collections\/([^/]+)\/content\/([^?]+)/.exec(path) ?? [];
        return world.items.every(
          ({ id, slug, formerSlug, collection }) =>
            ![id, slug, formerSlug].includes(key ?? '') || collection.name === name,
        );
      };
      try {
        await give('public');
        const before = await Promise.all(
          outsiders.map(async (principal) => {
            const everything = { ...principal, sees: () => true };
            const { text, leaks } = await readAll(world, connections, everything, { isChosen });
            return [...leaks, ...missingItems(world, everything, text)];
          }),
        );
        expect([runSeed, before.flat()]).toEqual([runSeed, []]);
        await give('private');
        const after = await Promise.all(
          outsiders.map(
            async (each) => (await readAll(world, connections, each, { lost, isChosen })).leaks,
          ),
        );
        expect([runSeed, after.flat()]).toEqual([runSeed, []]);
      } finally {
        connections.close();
      }
    }, 600_000);

    /** Follows the feed at the second instance, in both ways. */
    const follow = async (headers: Readonly<Record<string, string>>) => {
      const { request } = instances.clients[1]!;
      const stream = await openStream(instances.services[1]!.url, '', headers);
      let after = (await stream.next())!.id;
      const poll = async (): Promise<Change> => {
        const answer = await request(`/api/changes?wait=25&limit=1&after=${after}`, { headers });
        const { data, meta } = answer.json();
        after = data[0]?.cursor ?? meta.cursor;
        return data[0] ?? poll();
      };
      return {
        next: async () => [(await stream.nextChange())!.data!, await poll()],
        close: stream.close,
      };
    };

    let titles = 0;
    const write = (collectionId: string) => {
      titles += 1;
      const title = `New ${titles}`;
      return world.app.cms.content.create(operator, { collectionId, title, status: 'published' });
    };

    test('who follows at one instance is reset by what happens at another one, and told no more', async () => {
      const { cms } = world.app;
      const [open, , secret] = world.collections;
      const { id, name } = secret!;
      const login = { email: 'changing@people.example.com', password: testPassword };
      const { user } = await cms.users.create(operator, { ...login, role: 'viewer' });
      const { token } = await cms.accounts.logIn({ ...login, client: 'changing' });
      const grant = (
        permissions: readonly { readonly collection: string; readonly role: 'viewer' }[],
      ) => cms.users.setPermissions(operator, user.id, permissions);
      await give('public');
      const [anyone, viewer] = [
        await follow({}),
        await follow({ Authorization: `Bearer ${token}` }),
      ];
      const told = async (follower: typeof anyone, change: Change): Promise<void> => {
        for (const each of await follower.next()) expect(each).toMatchObject(change);
      };
      const isReset = { type: 'reset', collectionId: id };
      /** The new item of the secret collection is told only to whoever sees it. */
      const writeBoth = async (seeing: readonly (typeof anyone)[]): Promise<void> => {
        const hidden = await write(id);
        const shown = await write(open!.id);
        for (const each of [anyone, viewer]) {
          if (seeing.includes(each)) await told(each, { type: 'upserted', id: hidden.id });
          await told(each, { type: 'upserted', id: shown.id });
        }
      };
      await writeBoth([anyone, viewer]);
      await cms.collections.update(operator, name, { access: 'private' });
      for (const each of [anyone, viewer]) await told(each, isReset);
      await writeBoth([]);
      for (const permissions of [[{ collection: name, role: 'viewer' } as const], []]) {
        await grant(permissions);
        await told(viewer, isReset);
        await writeBoth(permissions.length === 0 ? [] : [viewer]);
      }
      anyone.close();
      viewer.close();
    }, 120_000);
  }),
);
