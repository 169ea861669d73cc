import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type UserActor } from '../../core/index.ts';
import type { Change, Collection, CollectionAccess, Role } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';
import {
  expectUpToDate,
  newFollower,
  readOn,
  readToEnd,
  type Reader,
} from '../support/feed/follower.ts';
import { quickTimer } from '../support/feed/quick-timer.ts';
import { changeSomething } from '../support/feed/random-changes.ts';
import { randomRuns, runSeed, seededRandom } from '../support/seeded-random.ts';

const client = '192.0.2.1';

let world: CoreWorld;
let admin: UserActor;
let secret: Collection;
/** Those who see the private collection, those who do not, and one that sees another collection only. */
let insiders: Readonly<Record<string, Actor>>;
let outsiders: Readonly<Record<string, Actor>>;
let elsewhere: Actor;

beforeEach(async () => {
  world = await coreWorld({ ports: { timer: quickTimer() } });
  const { cms, person, pages } = world;
  admin = await person('admin');
  secret = await cms.collections.create(admin, { name: 'secret', access: 'private' });
  const token = async (...collections: readonly string[]): Promise<Actor> =>
    cms.apiTokens.authenticate(
      (await cms.apiTokens.create(operator, { name: 'site', collections })).secret,
    );
  insiders = {
    admin,
    editor: await person('editor'),
    member: await person('viewer', [{ collectionId: secret.id, role: 'viewer' }]),
    'token here': await token('secret'),
  };
  outsiders = {
    anonymous,
    viewer: await person('viewer'),
    author: await person('author', [{ collectionId: pages.id, role: 'editor' }]),
    token: await token(),
  };
  elsewhere = await token('pages');
});

const open = (access: CollectionAccess) =>
  world.cms.collections.update(admin, 'secret', { access });

/** Follows the feed from now on. */
const follow = async (actor: Actor, collection?: string) => {
  let { cursor: after } = await world.cms.changes.read(actor, { collection });
  return async (): Promise<readonly Change[]> => {
    const page = await world.cms.changes.read(actor, { after, collection });
    after = page.cursor;
    return page.changes;
  };
};

const followAll = async (actors: Readonly<Record<string, Actor>>) =>
  Promise.all(
    Object.entries(actors).map(async ([name, actor]) => ({ name, next: await follow(actor) })),
  );

const outline = (changes: readonly Change[]) =>
  changes.map(({ type, id, collectionId, slug }) =>
    [type, id ?? collectionId, slug].filter((part) => part !== undefined).join(' '),
  );

const write = (slug: string) =>
  world.cms.content.create(admin, {
    collectionId: secret.id,
    title: 'Item',
    slug,
    status: 'published',
  });

describe('opening and closing', () => {
  test('is a reset for those who gain or lose the collection, and nothing for others', async () => {
    await write('inside');
    for (const access of ['public', 'private'] as const) {
      const [losing, keeping] = [await followAll(outsiders), await followAll(insiders)];
      const other = await follow(elsewhere);
      await open(access);
      for (const { name, next } of losing) {
        const types = (await next()).filter(({ type }) => type === 'reset');
        expect([name, outline(types)]).toEqual([name, [`reset ${secret.id}`]]);
      }
      for (const { name, next } of keeping) {
        expect([name, outline(await next())]).toEqual([name, [`collection.changed ${secret.id}`]]);
      }
      expect(await other()).toEqual([]);
    }
  });

  test('says nothing of the collection to those who lose it, but the reset', async () => {
    await open('public');
    const losing = await followAll(outsiders);
    await open('private');
    for (const { name, next } of losing) {
      expect([name, outline(await next())]).toEqual([name, [`reset ${secret.id}`]]);
    }
  });

  test('an inactive collection that is opened is told to users only, until it is active', async () => {
    await world.cms.collections.update(admin, 'secret', { isActive: false });
    const [anyone, viewer] = [await follow(anonymous), await follow(outsiders['viewer']!)];
    await open('public');
    expect(await anyone()).toEqual([]);
    expect(outline(await viewer())).toContain(`reset ${secret.id}`);
    await world.cms.collections.update(admin, 'secret', { isActive: true });
    expect(outline(await anyone())).toContain(`reset ${secret.id}`);
  });

  test('activated and closed at once is told to nobody who did not see it before', async () => {
    await open('public');
    await world.cms.collections.update(admin, 'secret', { isActive: false });
    const [anyone, viewer] = [await follow(anonymous), await follow(outsiders['viewer']!)];
    await world.cms.collections.update(admin, 'secret', { isActive: true, access: 'private' });
    expect(await anyone()).toEqual([]);
    expect(outline(await viewer())).toEqual([`reset ${secret.id}`]);
  });

  test('several times on one page is one reset', async () => {
    const losing = await followAll(outsiders);
    for (const access of ['public', 'private', 'public', 'private'] as const) await open(access);
    for (const { name, next } of losing) {
      const changes = outline(await next());
      expect([name, new Set(changes)]).toEqual([name, new Set([`reset ${secret.id}`])]);
      expect([name, changes.length]).toEqual([name, 1]);
    }
  });

  test('reaches readers that follow the collection by its name', async () => {
    const next = await follow(anonymous, 'secret');
    await write('before');
    expect(await next()).toEqual([]);
    await open('public');
    expect(outline(await next())).toContain(`reset ${secret.id}`);
    const again = await follow(anonymous, 'secret');
    const { id } = await write('between');
    expect(outline(await again())).toEqual([`upserted ${id} between`]);
    await open('private');
    expect(outline(await again())).toEqual([`reset ${secret.id}`]);
    await write('after');
    expect(await again()).toEqual([]);
  });
});

/** A user who has signed in, as requests find it: with the rights that it has now. */
const signedIn = async (role: Role) => {
  const { cms } = world;
  const { user, token } = await world.member(role);
  const grant = (...collections: readonly string[]) =>
    cms.users.setPermissions(
      operator,
      user.id,
      collections.map((collection) => ({ collection, role: 'viewer' })),
    );
  return { id: user.id, grant, actor: () => cms.accounts.authenticate(token) };
};

/** Follows the feed from now on, with the rights that the user has at each read. */
const followAs = async (actor: () => Promise<Actor>, collection?: string) => {
  const { changes } = world.cms;
  let { cursor: after } = await changes.read(await actor(), { collection });
  return async (): Promise<readonly string[]> => {
    const page = await changes.read(await actor(), { after, collection });
    after = page.cursor;
    return outline(page.changes);
  };
};

describe('grants', () => {
  test('reset the collection for their user, who gains or loses it, and tell nobody else', async () => {
    const item = await write('inside');
    const viewer = await signedIn('viewer');
    const { secret: site } = await world.cms.previews.createForSite(await viewer.actor());
    const bySite = { preview: site, perspective: 'drafts' } as const;
    let { cursor: after } = await world.cms.changes.read(anonymous, bySite);
    const [own, byName] = [await followAs(viewer.actor), await followAs(viewer.actor, 'secret')];
    const elsewhereByName = await followAs(viewer.actor, 'pages');
    const others = await followAll({ ...insiders, ...outsiders, elsewhere });
    const reset = [`reset ${secret.id}`];
    for (const collections of [['secret'], []]) {
      await viewer.grant(...collections);
      expect(await own()).toEqual(reset);
      expect(await byName()).toEqual(reset);
      expect(await elsewhereByName()).toEqual([]);
      const page = await world.cms.changes.read(anonymous, { ...bySite, after });
      after = page.cursor;
      expect(outline(page.changes)).toEqual(reset);
      await world.cms.content.update(admin, item.id, { title: `With ${collections.length}` });
      const told = collections.length === 0 ? [] : [`upserted ${item.id} inside`];
      expect(await own()).toEqual(told);
      expect(await byName()).toEqual(told);
    }
    for (const { name, next } of others) {
      expect([name, JSON.stringify(await next()).includes('reset')]).toEqual([name, false]);
    }
  });

  test('that change nothing are not told: another role, and to whoever sees all collections', async () => {
    const [editor, member] = [await signedIn('editor'), await signedIn('viewer')];
    await member.grant('secret');
    const [asEditor, asMember] = [await followAs(editor.actor), await followAs(member.actor)];
    const byName = await followAs(editor.actor, 'secret');
    await editor.grant('secret');
    await member.grant('secret');
    await world.cms.users.setPermissions(operator, member.id, [
      { collection: 'secret', role: 'editor' },
    ]);
    for (const next of [asEditor, byName, asMember]) expect(await next()).toEqual([]);
    await editor.grant();
    for (const next of [asEditor, byName]) expect(await next()).toEqual([]);
  });

  test('in a public collection reset it alone', async () => {
    const viewer = await signedIn('viewer');
    const [own, byName, other] = [
      await followAs(viewer.actor),
      await followAs(viewer.actor, 'pages'),
      await followAs(viewer.actor, 'posts'),
    ];
    await viewer.grant('pages');
    expect(await own()).toEqual([`reset ${world.pages.id}`]);
    expect(await byName()).toEqual([`reset ${world.pages.id}`]);
    expect(await other()).toEqual([]);
  });

  test('given while a collection was open for a moment are told, and nothing of before', async () => {
    const viewer = await signedIn('viewer');
    const item = await write('hidden-one');
    const own = await followAs(viewer.actor);
    await world.cms.content.update(admin, item.id, { slug: 'shown' });
    await open('public');
    await viewer.grant('secret');
    await open('private');
    const told = await own();
    expect(told).toContain(`reset ${secret.id}`);
    expect(told.join()).not.toContain('hidden-one');
  });

  test('that end with their collection reset it for their users', async () => {
    const [member, viewer] = [await signedIn('viewer'), await signedIn('viewer')];
    await member.grant('secret');
    const item = await write('inside');
    const [late, never] = [await followAs(member.actor), await followAs(viewer.actor)];
    await world.cms.content.delete(admin, item.id);
    await world.cms.trash.empty(admin, {});
    const soon = await followAs(member.actor);
    await world.cms.collections.delete(admin, 'secret');
    expect(await late()).toEqual([`reset ${secret.id}`]);
    expect(await soon()).toEqual([`reset ${secret.id}`]);
    expect(await never()).toEqual([]);
  });
});

describe('roles', () => {
  test('reset the feed of their user, if another one hides or shows private collections', async () => {
    const viewer = await signedIn('viewer');
    const [own, byName] = [await followAs(viewer.actor), await followAs(viewer.actor, 'secret')];
    const others = await followAll({ ...insiders, ...outsiders });
    for (const [role, told] of [
      ['author', []],
      ['editor', ['reset']],
      ['admin', []],
      ['viewer', ['reset']],
    ] as const) {
      await world.cms.users.update(operator, viewer.id, { role });
      expect([role, await own()]).toEqual([role, told]);
      expect([role, await byName()]).toEqual([role, told]);
    }
    for (const { name, next } of others) expect([name, await next()]).toEqual([name, []]);
  });

  test('given after a collection was opened are told, too', async () => {
    await write('inside');
    const viewer = await signedIn('viewer');
    const own = await followAs(viewer.actor);
    await open('public');
    await world.cms.users.update(operator, viewer.id, { role: 'editor' });
    expect(await own()).toContain('reset');
  });
});

describe('what happened while somebody did not see it', () => {
  test('changes of items in a private collection are told to insiders only', async () => {
    const [told, untold] = [await followAll(insiders), await followAll(outsiders)];
    const other = await follow(elsewhere);
    const { id } = await write('one');
    await world.cms.content.update(admin, id, { slug: 'two' });
    await world.cms.content.delete(admin, id);
    const second = await write('three');
    for (const { name, next } of told) {
      expect([name, outline(await next())]).toEqual([
        name,
        expect.arrayContaining([`upserted ${second.id} three`]),
      ]);
    }
    for (const { name, next } of untold) expect([name, await next()]).toEqual([name, []]);
    expect(await other()).toEqual([]);
  });

  test('slugs of before an opening are not told after it', async () => {
    const renamed = await write('hidden-one');
    const deleted = await write('hidden-two');
    const readers = await followAll(outsiders);
    await world.cms.content.update(admin, renamed.id, { slug: 'hidden-three' });
    await world.cms.content.update(admin, renamed.id, { slug: 'shown' });
    await world.cms.content.delete(admin, deleted.id);
    await open('public');
    for (const { name, next } of readers) {
      const text = JSON.stringify(await next());
      expect([name, text.match(/hidden-\w+/g)]).toEqual([name, null]);
    }
  });

  test('slugs of after a closing are not told', async () => {
    await open('public');
    const item = await write('shown');
    const readers = await followAll(outsiders);
    await open('private');
    await world.cms.content.update(admin, item.id, { slug: 'hidden-one' });
    await world.cms.content.delete(admin, item.id);
    for (const { name, next } of readers) {
      expect([name, outline(await next())]).toEqual([name, [`reset ${secret.id}`]]);
    }
  });

  test('an item that moves into a private collection is removed, and one that comes out is new', async () => {
    const { cms, pages } = world;
    const out = await write('hidden-one');
    const into = await world.write(admin, {
      collectionId: pages.id,
      slug: 'seen',
      status: 'published',
    });
    const readers = await followAll({ ...outsiders, elsewhere });
    await cms.content.update(admin, into.id, { collectionId: secret.id, slug: 'hidden-two' });
    await cms.content.update(admin, out.id, { collectionId: pages.id, slug: 'shown' });
    for (const { name, next } of readers) {
      const changes = await next();
      expect([name, changes.map(({ type, id }) => [type, id])]).toEqual([
        name,
        [
          ['removed', into.id],
          ['upserted', out.id],
        ],
      ]);
      expect([name, JSON.stringify(changes).match(/hidden-\w+|secret/g)]).toEqual([name, null]);
      expect([name, JSON.stringify(changes).includes(secret.id)]).toEqual([name, false]);
    }
  });

  test('the deletion of a private collection is told to insiders only', async () => {
    const item = await write('hidden');
    await world.cms.content.delete(admin, item.id);
    const { member: _, ...staying } = insiders;
    const [told, untold] = [await followAll(staying), await followAll({ ...outsiders, elsewhere })];
    await world.cms.trash.empty(admin, {});
    await world.cms.collections.delete(admin, 'secret');
    for (const { name, next } of told) {
      expect([name, outline(await next())]).toEqual([name, [`collection.changed ${secret.id}`]]);
    }
    for (const { name, next } of untold) expect([name, await next()]).toEqual([name, []]);
  });
});

describe('readers that wait', () => {
  test('go on waiting for what they do not see, and are reset by a closing', async () => {
    await open('public');
    const { cms } = world;
    const { cursor: after } = await cms.changes.read(anonymous, {});
    const { cursor: afterOther } = await cms.changes.read(elsewhere, {});
    const waiting = cms.changes.await(anonymous, { after, client, wait: 25 });
    const other = cms.changes.await(elsewhere, { after: afterOther, client, wait: 25 });
    await open('private');
    await write('hidden');
    expect(outline((await waiting).changes)).toEqual([`reset ${secret.id}`]);
    const { id } = await world.write(admin, {
      collectionId: world.pages.id,
      slug: 'page',
      status: 'published',
    });
    expect(outline((await other).changes)).toEqual([`upserted ${id} page`]);
  });

  test('are reset by an opening', async () => {
    const { cms } = world;
    const { cursor: after } = await cms.changes.read(anonymous, {});
    const waiting = cms.changes.await(anonymous, { after, client, wait: 25 });
    await write('hidden');
    await open('public');
    expect(outline((await waiting).changes)).toContain(`reset ${secret.id}`);
  });
});

describe('an open stream', () => {
  const closings: Readonly<
    Record<string, (viewer: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>>
  > = {
    'a closing': () => open('private'),
    'the end of a grant': (viewer) => viewer.grant(),
    'the end of its collection': async () => {
      await world.cms.trash.empty(admin, {});
      await world.cms.collections.delete(admin, 'secret');
    },
  };

  test.each(Object.keys(closings))(
    'is reset by %s, and sends nothing of the collection after it',
    async (name) => {
      const { cms, pages } = world;
      const viewer = await signedIn('viewer');
      if (name === 'a closing') await open('public');
      else await viewer.grant('secret');
      const streams = await Promise.all(
        [undefined, 'secret'].map(async (collection) => {
          const signal = { aborted: false };
          const found = await cms.changes.follow(
            await viewer.actor(),
            { client, collection },
            signal,
          );
          return found[Symbol.asyncIterator]();
        }),
      );
      const [all, byName] = streams;
      const next = async (stream = all): Promise<readonly string[]> => {
        for (;;) {
          const { value, done } = await stream!.next();
          if (done === true) return ['ended'];
          if (value.changes.length > 0) return outline(value.changes);
        }
      };
      for (const stream of streams) await stream.next();
      const { id } = await write('inside');
      for (const stream of streams) expect(await next(stream)).toEqual([`upserted ${id} inside`]);
      if (name === 'the end of its collection') {
        await cms.content.delete(admin, id);
        for (const stream of streams) expect(await next(stream)).toEqual([`removed ${id} inside`]);
      }
      await closings[name]!(viewer);
      expect(await next()).toEqual([`reset ${secret.id}`]);
      if (name === 'the end of its collection') {
        // Its name is that of no collection any more, as with a public one.
        expect(await next(byName)).toEqual(['ended']);
      } else {
        expect(await next(byName)).toEqual([`reset ${secret.id}`]);
        await write('hidden');
        // A sign of life.
        expect((await byName!.next()).value).toMatchObject({ changes: [] });
      }
      const page = await world.write(admin, {
        collectionId: pages.id,
        slug: 'page',
        status: 'published',
      });
      expect(await next()).toEqual([`upserted ${page.id} page`]);
      for (const stream of streams) await stream.return?.();
    },
  );
});

describe(`followers end with what lists show (seed ${runSeed})`, () => {
  test.each(times(randomRuns(4), (n) => n))('run %i', async (run) => {
    const random = seededRandom(runSeed + run);
    const { cms, posts, pages } = world;
    const collections = [posts, pages, secret];
    const scene = { cms, admin, collections, random };
    const { viewer, ...others } = outsiders;
    let changing = viewer as UserActor;
    const changeRights = async (): Promise<void> => {
      const { userId } = changing;
      if (random() < 0.3) {
        const role = random() < 0.5 ? 'viewer' : 'editor';
        await cms.users.update(operator, userId, { role });
        changing = { ...changing, role };
      } else {
        const granted = random() < 0.5 ? [] : [random() < 0.7 ? secret : pages];
        const permissions = granted.map(
          ({ name }) => ({ collection: name, role: 'viewer' }) as const,
        );
        await cms.users.setPermissions(operator, userId, permissions);
        const grants = granted.map(({ id }) => ({ collectionId: id, role: 'viewer' }) as const);
        changing = { ...changing, grants };
      }
    };
    const readers: Reader[] = Object.entries({
      ...insiders,
      ...others,
      elsewhere,
    }).flatMap(([name, actor]) => [
      { name, actor },
      ...(['token', 'anonymous'].includes(actor.kind)
        ? []
        : [{ name, actor, perspective: 'drafts' as const }]),
      ...(name === 'elsewhere' || name === 'token here'
        ? []
        : [{ name, actor, collection: 'secret' }]),
    ]);
    const changingReaders = [{}, { perspective: 'drafts' }, { collection: 'secret' }] as const;
    for (const request of changingReaders) {
      readers.push({
        name: 'changing',
        ...request,
        get actor() {
          return changing;
        },
      });
    }
    const followers = readers.map(newFollower);
    for (let n = 0; n < 150; n += 1) {
      await changeSomething(scene);
      if (random() < 0.1) await open(random() < 0.5 ? 'public' : 'private');
      if (random() < 0.1) await changeRights();
      for (const follower of followers) {
        if (random() < 0.6) continue;
        const limit = 1 + Math.floor(random() * 7);
        await readOn(
          cms,
          follower,
          limit,
          random() < 0.4 ? Math.floor(random() * limit) : undefined,
        );
      }
    }
    for (const follower of followers) {
      await readToEnd(cms, follower);
      await expectUpToDate(cms, follower);
    }
  });
});
