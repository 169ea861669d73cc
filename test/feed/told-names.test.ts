import { expect, test } from 'vitest';
import { anonymous, DomainError, operator, type Actor } from '../../core/index.ts';
import {
  publicContentChoices,
  webhookEventTypes,
  type ContentStatus,
  type PublicContent,
} from '../../core/vocabulary.ts';
import { randomRuns, runSeed, seededRandom } from '../support/seeded-random.ts';
import { webhookWorld } from '../support/webhooks/webhook-world.ts';

const steps = 250;

/** The titles and slugs in a result. Every one is used once. */
const namesIn = (result: unknown): readonly string[] =>
  JSON.stringify(result).match(/(?:title|slug)-\d+-/g) ?? [];

interface Reader {
  readonly name: string;
  readonly actor: Actor;
  /** What lists have shown to it. */
  readonly seen: Set<string>;
  readonly cursors: string[];
}

/** Random writes and switches. Whatever readers are told must have been in a list of theirs before. */
const tellOnlyWhatWasSeen = async (publicContent: PublicContent, seed: number): Promise<void> => {
  const random = seededRandom(seed);
  const chosen = <T>(values: readonly T[]): T | undefined =>
    values[Math.floor(random() * values.length)];
  const world = await webhookWorld();
  const { cms, clock } = world;
  const admin = await world.person('admin');
  let site = publicContent;
  await cms.settings.update(operator, { publicContent });
  const create = async (name: string) =>
    cms.collections.create(operator, {
      name,
      schema: { type: 'object', properties: {}, required: [] },
    });
  const [some, others] = [await create('some'), await create('others')];
  const collections = new Map(
    [some, others, await create('extra')].map(({ name, id }) => [name, id]),
  );

  const reader = (name: string, scope?: readonly string[]): Reader => ({
    name,
    actor: scope === undefined ? anonymous : { kind: 'token', tokenId: some.id, scope: [...scope] },
    seen: new Set(),
    cursors: ['start'],
  });
  const readers = [
    reader('stranger'),
    reader('token of some', [some.id]),
    reader('token of others', [others.id]),
    reader('token of two', [some.id, others.id]),
  ];
  // The collections of a webhook are no right: a move concerns both, so it tells both states.
  const hooks = [reader('hook'), reader('hook of some')];
  const events = webhookEventTypes.filter((type) => type.startsWith('content.'));
  for (const { name } of hooks) {
    await world.webhook({
      name,
      url: `https://hooks.example.com/${name.replaceAll(' ', '-')}`,
      events,
      ...(name !== 'hook' && { collections: [some.name] }),
    });
  }

  let names = 0;
  const fresh = (kind: 'title' | 'slug'): string => `${kind}-${(names += 1)}-x`;
  const live: string[] = [];
  const trashed: string[] = [];
  const slugs: string[] = [];
  const slug = (): string => {
    slugs.push(fresh('slug'));
    return slugs.at(-1) ?? '';
  };
  const status = (): ContentStatus => chosen(['published', 'published', 'draft', 'archived'])!;
  const place = (): string => chosen([...collections.values()]) ?? some.id;
  const write = async (): Promise<void> => {
    const id = chosen(live);
    const at = random();
    if (id === undefined || at < 0.2) {
      const fields = { title: fresh('title'), slug: slug(), status: status() };
      live.push((await cms.content.create(admin, { ...fields, collectionId: place() })).id);
    } else if (at < 0.3) await cms.content.update(admin, id, { title: fresh('title') });
    else if (at < 0.5) await cms.content.update(admin, id, { slug: slug() });
    else if (at < 0.6) await cms.content.update(admin, id, { status: status() });
    else if (at < 0.7) {
      const renamed = random() < 0.5 && { slug: slug() };
      await cms.content.update(admin, id, { collectionId: place(), ...renamed });
    } else if (at < 0.78) {
      await cms.content.delete(admin, id);
      trashed.push(...live.splice(live.indexOf(id), 1));
    } else if (at < 0.84) {
      const old = chosen(trashed);
      if (old === undefined) return;
      await cms.trash.restore(admin, old, random() < 0.5 ? { slug: slug() } : {});
      live.push(...trashed.splice(trashed.indexOf(old), 1));
    } else if (at < 0.88) {
      site = chosen(publicContentChoices) ?? site;
      await cms.settings.update(operator, { publicContent: site });
    } else if (at < 0.96) {
      const name = chosen([...collections.keys()]) ?? '';
      await cms.collections.update(operator, name, { isActive: random() < 0.75 });
    } else if (collections.has('extra')) {
      await cms.collections.delete(operator, 'extra');
      collections.delete('extra');
    } else collections.set('extra', (await create('extra')).id);
  };

  const listed = async (actor: Actor, only: { readonly status?: ContentStatus }, at?: string) => {
    const list = { limit: 1_000, ...only, ...(at !== undefined && { slug: at }) };
    const { value } = await cms.content.readPage(actor, { of: { list }, client: '' });
    return value.kind === 'items' ? value : expect.fail('a large page');
  };
  const expectSeen = (told: readonly string[], { name, seen }: Reader, where: string): void =>
    expect(
      told.filter((each) => !seen.has(each)),
      `${name}, ${where}, ${publicContent}, SEED=${seed}`,
    ).toEqual([]);

  for (let step = 0; step < steps; step += 1) {
    clock.advance(1);
    await write().catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
    for (const each of [...readers, ...hooks]) {
      const only = hooks.includes(each) ? ({ status: 'published' } as const) : {};
      for (const told of namesIn((await listed(each.actor, only)).items)) each.seen.add(told);
    }
    for (const each of readers) {
      const { actor, cursors } = each;
      cursors.push((await cms.changes.read(actor, {})).cursor);
      expectSeen(
        namesIn(await cms.redirects.list(actor, { client: '', limit: 1_000 })),
        each,
        'redirects',
      );
      const former = chosen(slugs) ?? '';
      const { movedTo } = await listed(actor, {}, former);
      if (movedTo !== undefined) expectSeen(namesIn([former, movedTo]), each, 'look-up');
      for (const after of step === steps - 1 ? cursors : [chosen(cursors)]) {
        const page = await cms.changes.read(actor, { after, limit: 1_000 });
        expectSeen(namesIn(page.changes), each, `feed at step ${step}`);
      }
    }
    if (random() < 0.7) continue;
    await world.deliver();
    for (const { url, body } of world.sent.splice(0)) {
      const each = hooks[url.endsWith('some') ? 1 : 0] ?? expect.fail();
      expectSeen(namesIn(body), each, `delivery at step ${step}`);
    }
  }
  expect(readers[0]?.seen.size).toBeGreaterThan(0);
};

for (const publicContent of publicContentChoices) {
  test(`readers are told only names that lists have shown to them, with publicContent '${publicContent}'`, async () => {
    for (let n = 0; n < randomRuns(1); n += 1)
      await tellOnlyWhatWasSeen(publicContent, runSeed + n);
  });
}
