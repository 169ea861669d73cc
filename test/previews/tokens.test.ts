import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous, operator, type Actor, type UserActor } from '../../core/index.ts';
import { hour, type ContentItem, type Perspective } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { draftWorld, type DraftWorld } from '../support/core/draft-world.ts';

const client = '192.0.2.1';
const start = 1_800_000_000_000;

let world: DraftWorld;
let item: ContentItem;
let viewer: UserActor;

beforeEach(async () => {
  // The store in memory has the clock of the machine, and the core another one.
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  world = await draftWorld();
  item = world.item;
  viewer = await world.person('viewer');
  await world.cms.settings.update(operator, { publicContent: 'published' });
  await world.cms.drafts.save(world.editor, item.id, { title: 'Rewritten' });
});

afterEach(() => {
  vi.useRealTimers();
});

interface Asked {
  readonly preview?: string;
  readonly perspective?: Perspective;
}

const titleOf = async (asked: Asked, actor: Actor = anonymous, id = item.id): Promise<string> =>
  (await world.cms.content.readItem(actor, { of: { id }, client, ...asked })).value.item.title;

const invalid = (asked: Asked) => rejectsWith('invalid_preview', titleOf(asked));

describe('a token', () => {
  test('is stored as a digest only, and differs each time', async () => {
    const { cms, ports } = world;
    const created = [
      await cms.previews.createForItem(viewer, item.id),
      await cms.previews.createForSite(viewer),
    ];
    const { previewTokens } = ports.store.repositories;
    for (const { secret } of created) {
      expect(secret).toMatch(/^pv_[A-Za-z0-9]{32,}$/);
      const digest = await ports.digest.sha256(secret);
      const stored = await previewTokens.findByDigest(digest);
      expect(JSON.stringify(stored)).not.toContain(secret.slice(3));
      expect(stored?.token.digest).toBe(digest);
    }
    expect(new Set(created.map(({ secret }) => secret)).size).toBe(2);
  });

  test('expires by the clock of the store, whatever the clock of the instance says', async () => {
    const { cms, clock } = world;
    const times = {
      '1h': hour,
      '1d': 24 * hour,
      '7d': 7 * 24 * hour,
      '30d': 30 * 24 * hour,
    } as const;
    for (const expiresIn of ['1h', '1d', '7d', '30d'] as const) {
      vi.setSystemTime(start);
      const asked = { ...(await cms.previews.createForItem(viewer, item.id, { expiresIn })) };
      expect(asked.expiresAt).toBe(start + times[expiresIn]);
      clock.advance(365 * 24 * hour);
      vi.setSystemTime(asked.expiresAt - 1);
      expect(await titleOf({ preview: asked.secret })).toBe('Rewritten');
      vi.setSystemTime(asked.expiresAt);
      await invalid({ preview: asked.secret });
    }
    const { expiresAt } = await cms.previews.createForSite(viewer);
    expect(expiresAt).toBe(Date.now() + hour);
  });

  test('is removed after its time by the work that removes expired sessions', async () => {
    const { cms, ports } = world;
    await cms.previews.createForSite(viewer);
    const { secret } = await cms.previews.createForSite(viewer, { expiresIn: '1d' });
    vi.setSystemTime(start + hour);
    await cms.system.sweepSessions();
    expect(await titleOf({ preview: secret, perspective: 'drafts' })).toBe('Rewritten');
    expect(await ports.store.repositories.previewTokens.deleteForSite(viewer.userId)).toBe(1);
  });

  test('has the rights that its creator has when it is used', async () => {
    const { cms, ports, posts } = world;
    const { secret } = await cms.previews.createForSite(viewer);
    const asked = { preview: secret, perspective: 'drafts' } as const;
    const { users } = ports.store.repositories;
    // No grant of any role takes the right to read away.
    for (const role of ['editor', 'viewer'] as const) {
      await users.replaceGrants(viewer.userId, [{ collectionId: posts.id, role }]);
      expect(await titleOf(asked)).toBe('Rewritten');
    }
    await cms.users.update(operator, viewer.userId, { isActive: false });
    await invalid(asked);
  });

  test('is for users only', async () => {
    const { cms } = world;
    const { secret } = await cms.apiTokens.create(operator, { name: 't', kind: 'preview' });
    const token = await cms.apiTokens.authenticate(secret);
    const rejected = [
      [anonymous, 'not_authenticated', 'not_authenticated'],
      [operator, 'not_authenticated', undefined],
      [token, 'forbidden', 'token_read_only'],
    ] as const;
    for (const [actor, code, revoking] of rejected) {
      await rejectsWith(code, cms.previews.createForItem(actor, item.id));
      await rejectsWith(code, cms.previews.createForSite(actor));
      await rejectsWith(code, cms.previews.revokeOfSite(actor));
      const revoked = cms.previews.revokeOfItem(actor, item.id);
      if (revoking === undefined) expect(await revoked).toBe(0);
      else await rejectsWith(revoking, revoked);
    }
  });

  test('of an item is revoked by those who may edit the item', async () => {
    const { cms, person } = world;
    const author = await person('author');
    const { secret } = await cms.previews.createForItem(viewer, item.id);
    for (const actor of [viewer, author]) {
      await rejectsWith('forbidden', cms.previews.revokeOfItem(actor, item.id));
    }
    expect(await titleOf({ preview: secret })).toBe('Rewritten');
    expect(await cms.previews.revokeOfItem(world.editor, item.id)).toBe(1);
    await invalid({ preview: secret });
    await rejectsWith('not_found', cms.previews.revokeOfItem(world.editor, 'x'));
  });

  test('of an item in the trash is not found again after the item comes back', async () => {
    const { cms } = world;
    const { secret } = await cms.previews.createForItem(viewer, item.id, { expiresIn: '7d' });
    await cms.content.delete(world.editor, item.id);
    await invalid({ preview: secret });
    await rejectsWith('not_found', cms.previews.createForItem(viewer, item.id));
    await cms.trash.restore(world.editor, item.id, {});
    await invalid({ preview: secret });
  });

  test('that is revoked while it is used shows nothing', async () => {
    const { cms, ports, another } = world;
    for (const asked of [{}, { perspective: 'drafts' }] as const) {
      const { secret } =
        'perspective' in asked
          ? await cms.previews.createForSite(world.editor)
          : await cms.previews.createForItem(world.editor, item.id);
      const { repositories } = ports.store;
      // After the token was found, and before the item is read.
      const contents = altered(repositories.contents, {
        getById: async (...args) => {
          await cms.previews.revokeOfItem(world.editor, item.id);
          await cms.previews.revokeOfSite(world.editor);
          return repositories.contents.getById(...args);
        },
      });
      const store = altered(ports.store, { repositories: { ...repositories, contents } });
      const instance = another({ ports: { store } });
      const read = instance.content.readItem(anonymous, {
        of: { id: item.id },
        client,
        preview: secret,
        ...asked,
      });
      await rejectsWith('invalid_preview', read);
    }
  });
});

describe('the perspective of drafts', () => {
  test('is confirmed for an API token whose kind another program changes while it reads', async () => {
    const { cms, ports, another } = world;
    const { secret, token } = await cms.apiTokens.create(operator, { name: 't', kind: 'preview' });
    const actor = await cms.apiTokens.authenticate(secret);
    expect(await titleOf({ perspective: 'drafts' }, actor)).toBe('Rewritten');
    const { repositories } = ports.store;
    const contents = altered(repositories.contents, {
      getById: async (...args) => {
        const { kind: _, ...published } = token;
        await repositories.apiTokens.delete(token.id);
        await repositories.apiTokens.insert(published);
        return repositories.contents.getById(...args);
      },
    });
    const store = altered(ports.store, { repositories: { ...repositories, contents } });
    const read = another({ ports: { store } }).content.readItem(actor, {
      of: { id: item.id },
      client,
      perspective: 'drafts',
    });
    await rejectsWith('forbidden', read);
  });

  test('has no reusable results, and neither has a request with a token', async () => {
    const { cms } = world;
    await cms.plugins.configure(operator, 'cache', { active: true });
    const { secret: preview } = await cms.previews.createForSite(viewer);
    const plain = await cms.content.readItem(anonymous, { of: { id: item.id }, client });
    expect(plain.reusable).toBeDefined();
    const collection = 'blog-posts';
    for (const asked of [{ preview }, { preview, perspective: 'drafts' }] as const) {
      const results = [
        await cms.content.readItem(anonymous, { of: { id: item.id }, client, ...asked }),
        await cms.content.readItem(anonymous, {
          of: { collection, idOrSlug: item.slug },
          client,
          ...asked,
        }),
        await cms.content.readPage(anonymous, { of: { list: {} }, client, ...asked }),
        await cms.content.readPage(anonymous, { of: { list: { collection } }, client, ...asked }),
        await cms.content.readPage(anonymous, { of: { query: { collection } }, client, ...asked }),
      ];
      for (const { reusable, cache } of results) {
        expect([reusable, cache]).toEqual([
          undefined,
          { active: true, hit: false, source: 'database', ttlMs: 0 },
        ]);
      }
    }
  });

  test('counts for the rate limit', async () => {
    const { cms } = world;
    const settings = { requestsPerMinute: 2 };
    await cms.plugins.configure(operator, 'cache', { active: true, settings });
    const asked = { perspective: 'drafts' } as const;
    for (const _ of [1, 2]) await titleOf(asked, viewer);
    await rejectsWith('rate_limited', titleOf(asked, viewer));
  });

  test('shows large lists in portions, as they are when each is read', async () => {
    const { cms, editor, posts } = world;
    const data = { content: 'x'.repeat(2_000_000) };
    for (let n = 0; n < 6; n += 1) {
      const { id } = await cms.content.create(editor, {
        collectionId: posts.id,
        title: `Post ${n}`,
        status: 'published',
      });
      await cms.drafts.save(editor, id, { title: `Long ${n}`, data });
    }
    const { secret: preview } = await cms.previews.createForSite(viewer);
    const read = async () => {
      const command = { of: { list: {} }, client, preview, perspective: 'drafts' } as const;
      const { value } = await cms.content.readPage(anonymous, command);
      if (value.kind !== 'portions') expect.fail('the list is large');
      return value.portions;
    };
    const titles: string[] = [];
    for await (const items of await read()) titles.push(...items.map(({ title }) => title));
    expect(titles).toEqual([
      'Long 5',
      'Long 4',
      'Long 3',
      'Long 2',
      'Long 1',
      'Long 0',
      'Rewritten',
    ]);
    const rest = async () => {
      const seen: number[] = [];
      for await (const items of await read()) {
        seen.push(items.length);
        await cms.previews.revokeOfSite(viewer);
      }
    };
    await rejectsWith('invalid_preview', rest());
  });
});

describe('the token of an item in lists that are too large to hold', () => {
  const titlesOf = async (preview: string, page: object): Promise<readonly string[]> => {
    const { value } = await world.cms.content.readPage(anonymous, {
      of: { list: page },
      client,
      preview,
    });
    if (value.kind !== 'portions') return value.items.map(({ title }) => title);
    const titles: string[] = [];
    for await (const items of value.portions) titles.push(...items.map(({ title }) => title));
    return titles;
  };

  test.each([
    ['draft', 0],
    ['draft', 4],
    ['draft', 8],
    ['published', 4],
  ] as const)(
    'a %s item, number %i, is in its place, and moves others by one',
    async (status, own) => {
      const { cms, clock, editor, posts } = world;
      const data = { content: 'x'.repeat(2_000_000) };
      const titles: string[] = [];
      let id = '';
      for (let n = 0; n < 9; n += 1) {
        clock.advance(1_000);
        const title = `Post ${n}`;
        const published = n === own ? status : 'published';
        const command = { collectionId: posts.id, title, data, status: published } as const;
        const created = await cms.content.create(editor, command);
        if (n === own) ({ id } = created);
        titles.unshift(title);
      }
      if (status === 'published') await cms.drafts.save(editor, id, { title: 'Shown' });
      const shown = status === 'published' ? 'Shown' : `Post ${own}`;
      const { secret } = await cms.previews.createForItem(viewer, id);
      const expected = titles.map((title) => (title === `Post ${own}` ? shown : title));
      expect((await titlesOf(secret, { limit: 9 })).slice(0, 9)).toEqual(expected);
      for (const limit of [5, 6]) {
        const paged = [
          ...(await titlesOf(secret, { limit })),
          ...(await titlesOf(secret, { limit, offset: limit })),
        ];
        expect(paged.slice(0, 9), `limit ${limit}`).toEqual(expected);
      }
    },
  );
});
