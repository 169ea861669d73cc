import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { isDomainError, operator, type Cms } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { inconsistencies } from '../support/postgres/inconsistencies.ts';
import { waitUntil } from '../support/service/processes.ts';
import { sharingWorld, type SharingWorld } from '../support/translations/sharing-world.ts';

type Pair = Readonly<Record<'en' | 'de', ContentItem>>;

/** Two writes of the same groups. */
interface Meeting {
  /** Each of them is locked by somebody else while the two writes begin. */
  readonly items: readonly ContentItem[];
  readonly writes: readonly [(cms: Cms) => Promise<unknown>, (cms: Cms) => Promise<unknown>];
  /** The number of items that are there after both. */
  readonly left?: number;
}

type Meet = (scene: {
  readonly world: SharingWorld;
  /** A published item. */
  readonly post: (locale: string, price: number, translationOf?: string) => Promise<ContentItem>;
  /** Two groups of two published items. */
  readonly twoGroups: () => Promise<readonly [Pair, Pair]>;
}) => Promise<Meeting>;

const importOf =
  (items: readonly ContentItem[], price: number) =>
  (cms: Cms): Promise<unknown> => {
    const records = items.map(({ id, title, slug, status }) => {
      const place = { id, title, slug, status, collection: 'blog-posts' };
      return { ...place, data: { price } };
    });
    return cms.transfer.importContent(operator, { records, overwrite: true });
  };

const bulkOf =
  (action: 'publish' | 'delete', items: readonly ContentItem[]) =>
  (cms: Cms): Promise<unknown> =>
    cms.content.bulk(operator, { action, ids: items.map(({ id }) => id), atomic: true });

const membersOf = (groups: readonly Pair[]): readonly ContentItem[] =>
  groups.flatMap(({ en, de }) => [en, de]);

const meetings: Readonly<Record<string, Meet>> = {
  'two imports in opposite orders': async ({ twoGroups }) => {
    const [first, second] = await twoGroups();
    return {
      items: membersOf([first, second]),
      writes: [importOf([first.en, second.de], 1), importOf([second.en, first.de], 2)],
    };
  },
  'two changes of many items in opposite orders': async ({ world: { cms }, twoGroups }) => {
    const [first, second] = await twoGroups();
    const [left, right] = [
      [first.en, second.de],
      [second.en, first.de],
    ];
    for (const [price, items] of [left, right].entries()) {
      for (const { id } of items) await cms.drafts.save(operator, id, { data: { price } });
    }
    return {
      items: membersOf([first, second]),
      writes: [bulkOf('publish', left), bulkOf('publish', right)],
    };
  },
  'a change of many items and an import': async ({ world: { cms }, twoGroups }) => {
    const [first, second] = await twoGroups();
    for (const { id } of [first.de, second.en])
      await cms.drafts.save(operator, id, { data: { price: 1 } });
    return {
      items: membersOf([first, second]),
      writes: [bulkOf('publish', [second.en, first.de]), importOf([first.en, second.de], 2)],
    };
  },
  'two joins of three groups': async ({ post }) => {
    const [en, de, fr] = [await post('en', 1), await post('de', 2), await post('fr', 3)];
    const join = (id: string, other: string) => (cms: Cms) =>
      cms.translations.join(operator, id, { with: other, shareFrom: other });
    return { items: [en, de, fr], writes: [join(fr.id, de.id), join(en.id, fr.id)] };
  },
  'two joins of two groups': async ({ post }) => {
    const [en, fr] = [await post('en', 1), await post('fr', 3)];
    const de = await post('de', 1, en.id);
    const join = (id: string, other: string) => (cms: Cms) =>
      cms.translations.join(operator, id, { with: other, shareFrom: other });
    return { items: [en, de, fr], writes: [join(fr.id, de.id), join(en.id, fr.id)] };
  },
  'a new translation and a join': async ({ post }) => {
    const [en, de] = [await post('en', 1), await post('de', 2)];
    return {
      items: [en, de],
      writes: [
        (cms) => cms.translations.create(operator, de.id, { locale: 'fr' }),
        (cms) => cms.translations.join(operator, de.id, { with: en.id, shareFrom: en.id }),
      ],
      left: 3,
    };
  },
  'a new translation and an import': async ({ post }) => {
    const [en, other] = [await post('en', 1), await post('en', 1)];
    const de = await post('de', 1, en.id);
    return {
      items: [en, other, de],
      writes: [
        (cms) => cms.translations.create(operator, de.id, { locale: 'fr' }),
        importOf([other, en], 2),
      ],
      left: 4,
    };
  },
  'deletions, which clear references, and a change of a shared field': async ({
    world: { cms, pages },
    post,
    twoGroups,
  }) => {
    const [first, second] = await twoGroups();
    const alone = await post('en', 0);
    const page = {
      collectionId: pages.id,
      title: `Page of ${alone.title}`,
      data: { to: alone.id },
    };
    const items = [...membersOf([first, second]), await cms.content.create(operator, page)];
    return {
      items,
      writes: [importOf([first.en, second.en], 1), bulkOf('delete', [second.de, alone, first.de])],
      left: 2,
    };
  },
  'a restored translation and a change of a shared field': async ({
    world: { cms },
    twoGroups,
  }) => {
    const [first, second] = await twoGroups();
    await cms.content.delete(operator, first.de.id);
    return {
      items: [first.en, second.en, second.de],
      writes: [
        (each) => each.trash.restore(operator, first.de.id),
        importOf([second.en, first.en], 2),
      ],
      left: 4,
    };
  },
};

await withPostgres('migrated', (url) => {
  const pools = [1, 2].map(() => openPool({ url, poolMax: 4 }, new SystemTimer()));
  const { knex } = openPool({ url, poolMax: 2 }, new SystemTimer());
  /** What the database has rejected. A write that meets a deadlock is repeated, and nothing else shows it. */
  const failures: string[] = [];
  for (const pool of pools) {
    pool.knex.on('query-error', ({ message }: Error) => failures.push(message));
  }
  afterAll(async () => {
    for (const pool of pools) await pool.close();
    await knex.destroy();
  });

  let world: SharingWorld;
  let instances: readonly [Cms, Cms];

  beforeEach(async () => {
    const [store, other] = pools.map(storeOver);
    await emptyTables(knex);
    world = await sharingWorld(undefined, { ports: { store: store! } });
    instances = [world.cms, world.another({ ports: { store: other! } })];
    const to = { type: 'reference', collection: world.posts.name, onDelete: 'clear' };
    await world.cms.collections.update(operator, 'pages', {
      schema: { type: 'object', properties: { to } },
    });
    failures.splice(0);
  });

  let titles = 0;

  const post = (locale: string, price: number, translationOf?: string): Promise<ContentItem> => {
    titles += 1;
    const place = { collectionId: world.posts.id, locale, translationOf };
    const item = { ...place, title: `Title ${titles}`, status: 'published' as const };
    return world.cms.content.create(operator, { ...item, data: { price } });
  };

  const pair = async (): Promise<Pair> => {
    const en = await post('en', 0);
    return { en, de: await post('de', 0, en.id) };
  };

  /** How many statements wait for a lock. */
  const waiting = async (): Promise<number> => {
    const { rows } = await knex.raw<{ readonly rows: readonly unknown[] }>(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };

  const allIn = async (items: readonly ContentItem[]): Promise<readonly ContentItem[]> => {
    const { contents } = world.ports.store.repositories;
    const groups = new Set(items.flatMap(({ group }) => group?.id ?? []));
    const found = await Promise.all([...groups].map((id) => contents.findByGroup(id)));
    return found.flat();
  };

  /** Begins the writes one after the other while an item is locked. */
  const meet = async ({ items, writes, left }: Meeting, held: ContentItem): Promise<void> => {
    const holder = await knex.transaction();
    await holder.raw('select from content where id = ? for no key update', [held.id]);
    let done = 0;
    const begun: Promise<unknown>[] = [];
    for (const [index, write] of writes.entries()) {
      begun.push(
        write(instances[index] ?? world.cms)
          .catch((error: unknown) => {
            if (!isDomainError(error)) throw error;
          })
          .finally(() => {
            done += 1;
          }),
      );
      await waitUntil(async () => done + (await waiting()) === begun.length);
    }
    await holder.commit();
    await Promise.all(begun);
    expect(failures).toEqual([]);
    expect(await inconsistencies(knex)).toEqual([]);
    if (left !== undefined) expect(await allIn(items)).toHaveLength(left);
  };

  describe('writes of the same groups neither wait for each other nor lose a translation', () => {
    test.each(Object.entries(meetings))('%s', async (_, prepare) => {
      const twoGroups = async () => [await pair(), await pair()] as const;
      for (let at = 0; ; at += 1) {
        for (const [first, second] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const made = await prepare({ world, post, twoGroups });
          const held = made.items[at];
          if (held === undefined) return;
          await meet({ ...made, writes: [made.writes[first], made.writes[second]] }, held);
        }
      }
    });
  });
});
