import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { isDomainError, type Cms } from '../../core/index.ts';
import { decodeJson, type ContentItem } from '../../core/vocabulary.ts';
import { draftWorld } from '../support/core/draft-world.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

/** The result, or the code of the error. */
const outcomeOf = async <T>(work: Promise<T>): Promise<T | string> => {
  try {
    return await work;
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
};

const isOk = (outcome: unknown): boolean => typeof outcome !== 'string';

await withPostgres('migrated', async (url) => {
  const pool = openPool({ url, poolMax: 10 }, new SystemTimer());
  const { knex } = pool;
  const world = draftWorld({ ports: { store: storeOver(pool) } });
  afterAll(() => knex.destroy());

  /** Instances of the service, which share nothing but the database. */
  const instances = async (): Promise<readonly [Cms, Cms, Cms]> => {
    const { cms, another } = await world;
    return [cms, another(), another()];
  };

  /** Calls `round` some times, each with a new item. */
  const inRounds = async (
    count: number,
    round: (n: number, item: ContentItem) => Promise<void>,
  ): Promise<void> => {
    const { write, editor } = await world;
    for (let n = 0; n < count; n += 1) {
      await round(n, await write(editor, { status: 'published', data: { n } }));
    }
  };

  const copyOf = async ({ id }: ContentItem) =>
    (await world).ports.store.repositories.copies.find(id);

  const stored = async ({ id }: ContentItem) =>
    (await (await world).ports.store.repositories.contents.findById(id)) ?? expect.fail('gone');

  test('of saves that expect one state of the copy, exactly one succeeds', async () => {
    const { editor } = await world;
    const services = await instances();
    await inRounds(10, async (_, item) => {
      const { version } = await services[0].drafts.save(editor, item.id, { title: 'First' });
      const outcomes = await Promise.all(
        Array.from({ length: 9 }, (__, n) =>
          outcomeOf(
            services[n % 3]!.drafts.save(
              editor,
              item.id,
              { title: `Save ${n}` },
              (copy) => copy?.version === version,
            ),
          ),
        ),
      );
      const saved = outcomes.filter(isOk);
      expect(saved).toEqual([await copyOf(item)]);
      expect(new Set(outcomes.filter((outcome) => !isOk(outcome)))).toEqual(
        new Set(['version_mismatch']),
      );
    });
  });

  test('saves of different members are all kept, also those that begin the copy', async () => {
    const { editor, pages } = await world;
    const services = await instances();
    await inRounds(10, async (n, item) => {
      const changes = [
        { title: 'New' },
        { slug: `new-${n}` },
        { data: { new: n } },
        { collectionId: pages.id },
      ];
      await Promise.all(
        changes.map((change, index) => services[index % 3]!.drafts.save(editor, item.id, change)),
      );
      const copy = (await copyOf(item)) ?? expect.fail('no copy');
      expect(copy).toMatchObject({ title: 'New', slug: `new-${n}`, collectionId: pages.id });
      expect(decodeJson(copy.data)).toEqual({ new: n });
    });
  });

  test('a publication that races with a save and a change of the item loses neither', async () => {
    const { editor } = await world;
    const [one, two, three] = await instances();
    await inRounds(40, async (n, item) => {
      await one.drafts.save(editor, item.id, { title: `Copy ${n}` });
      const [published, saved, changed] = await Promise.all([
        outcomeOf(one.drafts.publish(editor, item.id, {})),
        outcomeOf(two.drafts.save(editor, item.id, { data: { saved: n } })),
        outcomeOf(three.content.update(editor, item.id, { slug: `changed-${n}` })),
      ]);
      expect([published, saved, changed].map(isOk)).toEqual([true, true, true]);
      const after = await stored(item);
      expect(after).toMatchObject({ title: `Copy ${n}`, slug: `changed-${n}` });
      const copy = await copyOf(item);
      const isPublished = 'saved' in decodeJson(after.data);
      if (!isPublished) expect(decodeJson(copy?.data ?? expect.fail())).toEqual({ saved: n });
      else expect(copy).toBeUndefined();
    });
  });

  test('a publication that races with a change of the same member is rejected, or comes first', async () => {
    const { editor } = await world;
    const [one, two] = await instances();
    await inRounds(40, async (n, item) => {
      await one.drafts.save(editor, item.id, { title: `Copy ${n}` });
      const [published, changed] = await Promise.all([
        outcomeOf(one.drafts.publish(editor, item.id, {})),
        outcomeOf(two.content.update(editor, item.id, { title: `Item ${n}` })),
      ]);
      expect(isOk(changed)).toBe(true);
      expect((await stored(item)).title).toBe(`Item ${n}`);
      const copy = await copyOf(item);
      if (isOk(published)) {
        const history = await two.history.list(editor, item.id, {});
        const titles = history.map(({ title }) => title);
        expect([titles, copy]).toEqual([[`Item ${n}`, `Copy ${n}`, item.title], undefined]);
      } else {
        expect([published, copy?.title]).toEqual(['draft_outdated', `Copy ${n}`]);
      }
    });
  });

  test('of a publication and a discard of one copy, exactly one succeeds', async () => {
    const { editor } = await world;
    const [one, two] = await instances();
    await inRounds(40, async (n, item) => {
      await one.drafts.save(editor, item.id, { title: `Copy ${n}` });
      const [published, discarded] = await Promise.all([
        outcomeOf(one.drafts.publish(editor, item.id, {})),
        outcomeOf(two.drafts.discard(editor, item.id)),
      ]);
      const codes = [published, discarded].filter((outcome) => !isOk(outcome));
      expect(codes).toEqual(['not_found']);
      expect(await copyOf(item)).toBeUndefined();
      expect((await stored(item)).title).toBe(isOk(published) ? `Copy ${n}` : item.title);
    });
  });

  test('a save that expects a state of the copy never follows its publication', async () => {
    const { editor } = await world;
    const [one, two] = await instances();
    await inRounds(40, async (n, item) => {
      const { version } = await one.drafts.save(editor, item.id, { title: `Copy ${n}` });
      const isExpected = (copy: { readonly version: string } | undefined) =>
        copy?.version === version;
      const [published, saved] = await Promise.all([
        outcomeOf(one.drafts.publish(editor, item.id, {}, isExpected)),
        outcomeOf(two.drafts.save(editor, item.id, { title: `Save ${n}` }, isExpected)),
      ]);
      expect(isOk(published)).toBe(!isOk(saved));
      const { title } = await stored(item);
      expect(title).toBe(isOk(published) ? `Copy ${n}` : item.title);
      expect((await copyOf(item))?.title).toBe(isOk(published) ? undefined : `Save ${n}`);
    });
  });

  test('a publication that races with an archiving publishes nothing afterwards', async () => {
    const { editor } = await world;
    const [one, two] = await instances();
    await inRounds(40, async (n, item) => {
      await one.drafts.save(editor, item.id, { title: `Copy ${n}` });
      const [published, archived] = await Promise.all([
        outcomeOf(one.drafts.publish(editor, item.id, {})),
        outcomeOf(two.content.update(editor, item.id, { status: 'archived' })),
      ]);
      expect(isOk(archived)).toBe(true);
      const after = await stored(item);
      expect(after.status).toBe('archived');
      if (isOk(published)) expect(after.title).toBe(`Copy ${n}`);
      else
        expect([published, (await copyOf(item))?.title]).toEqual([
          'invalid_transition',
          `Copy ${n}`,
        ]);
    });
  });
});
