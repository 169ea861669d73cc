import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type Cms } from '../../core/index.ts';
import { noId, type ExportedContent, type ExportRecord } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import {
  bytesOf,
  chunks,
  mediaWorld,
  picture,
  type MediaWorld,
} from '../support/media/media-world.ts';

const exported = async (cms: Cms, actor: Actor = operator): Promise<readonly ExportRecord[]> => {
  const lines: ExportRecord[] = [];
  await cms.transfer.exportEverything(actor, async (line) => {
    lines.push(line);
  });
  return lines;
};

/** An import counts the versions of collections anew, and a new collection was never seen. */
const withoutVersion = (line: ExportRecord): object => {
  if (line.type !== 'collection') return line;
  const { version: _, hiddenSince: __, ...collection } = line.collection;
  return { ...line, collection };
};

const contentIn = (lines: readonly ExportRecord[]): readonly ExportedContent[] =>
  lines.flatMap((line) => (line.type === 'content' ? [line.record] : []));

test('only administrators export; others get no record', async () => {
  const { cms, person } = await coreWorld();
  const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
  const ask = (actor: Actor) =>
    cms.transfer.exportEverything(actor, async () => {
      throw new Error('got something');
    });
  await rejectsWith('not_authenticated', ask(anonymous));
  await rejectsWith('token_read_only', ask(token));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', ask(await person(role)));
  }
  await expect(ask(await person('admin'))).rejects.toThrow('got something');
});

test('collections and media come before items, and each record once', async () => {
  const { cms, clock, person, write, upload } = await mediaWorld();
  const author = await person('author');
  for (let n = 0; n < 205; n += 1) {
    await write(author);
    if (n < 101) await upload(operator);
  }
  await cms.collections.update(operator, 'pages', { isActive: false });
  const lines = await exported(cms);
  expect(lines[0]).toEqual({ type: 'manifest', formatVersion: 1, exportedAt: clock.now() });
  const types = lines.map(({ type }) => type);
  const order = ['manifest', 'collection', 'media', 'content'] as const;
  expect([...types].sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(types);
  const counts = order.map((type) => types.filter((one) => one === type).length);
  expect(counts).toEqual([1, 2, 101, 205]);
  expect(new Set(contentIn(lines).map(({ id }) => id)).size).toBe(205);
});

test('an item is exported completely, with its author by e-mail address', async () => {
  const { cms, person, write, ports } = await coreWorld();
  const [author, gone] = [await person('author'), await person('author')];
  const item = await write(author, { status: 'archived', data: { a: [1, null, 'é'] } });
  const orphan = await write(gone);
  await cms.users.delete(operator, gone.userId);
  const { email } = (await ports.store.repositories.users.findById(author.userId))!;
  const [first, second] = contentIn(await exported(cms));
  expect(first).toEqual({
    id: item.id,
    collection: 'blog-posts',
    title: item.title,
    slug: item.slug,
    status: 'archived',
    data: { a: [1, null, 'é'] },
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    version: 1,
    author: email,
    origin: undefined,
  });
  expect([second?.id, second?.author]).toEqual([orphan.id, undefined]);
});

test('accounts, tokens, settings and unfinished files are not exported', async () => {
  const { cms, member, another, ports, upload } = await mediaWorld();
  await member('admin');
  const { secret, token } = await cms.apiTokens.create(operator, { name: 'x' });
  const storing = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<never>();
  const put = () => {
    storing.resolve();
    return stored.promise;
  };
  const blobs = altered(ports.blobs, { put });
  const unfinished = upload(operator, {}, another({ ports: { blobs } }));
  await storing.promise;
  const text = JSON.stringify(await exported(cms));
  stored.reject(new Error('The storage is away'));
  await expect(unfinished).rejects.toThrow('The storage is away');
  for (const inside of ['pbkdf2', secret, token.digest, 'siteName', 'pending', 'member1']) {
    expect(text).not.toContain(inside);
  }
});

test('an export shows one moment, regardless of concurrent writes', async () => {
  const { cms, person, write } = await coreWorld();
  const author = await person('author');
  const items = [await write(author), await write(author)];
  const lines: ExportRecord[] = [];
  await cms.transfer.exportEverything(operator, async (line) => {
    if (lines.length === 0) {
      await cms.content.update(operator, items[1]!.id, { title: 'Meanwhile' });
      await cms.content.delete(operator, items[0]!.id);
      await write(author);
      await cms.collections.create(operator, { name: 'meanwhile' });
    }
    lines.push(line);
  });
  expect(contentIn(lines).map(({ id, title }) => [id, title])).toEqual(
    items.map(({ id, title }) => [id, title]),
  );
  expect(JSON.stringify(lines)).not.toContain('eanwhile');
});

test('the next record is read after the sink has accepted the last one, and an error of the sink ends the export', async () => {
  const { cms, person, write } = await coreWorld();
  await write(await person('author'));
  let waiting = 0;
  let taken = 0;
  const sink = async () => {
    waiting += 1;
    expect(waiting).toBe(1);
    await Promise.resolve();
    waiting -= 1;
    taken += 1;
    if (taken === 2) throw new Error('full');
  };
  await expect(cms.transfer.exportEverything(operator, sink)).rejects.toThrow('full');
  expect(taken).toBe(2);
});

describe('an export imported into an empty service', () => {
  /** Imports the export of another service, with the bytes of its files. */
  const restore = async (from: MediaWorld, to: MediaWorld, overwrite = false) => {
    const lines = await exported(from.cms);
    const { importCollections, importMedia, importContent } = to.cms.transfer;
    const outcomes: string[] = [];
    for (const line of lines) {
      if (line.type === 'collection') {
        const { schema, ...collection } = line.collection;
        const records = [{ ...collection, schema: { ...schema } as never }];
        outcomes.push((await importCollections(operator, records))[0]!.outcome);
      } else if (line.type === 'media') {
        const bytes = await bytesOf(await (await from.cms.media.read(line.file.key)).open());
        const { outcome } = await importMedia(operator, line.file, () => chunks(bytes));
        outcomes.push(outcome);
      }
    }
    const command = { records: contentIn(lines), verbatim: true, overwrite };
    for (const { outcome } of await importContent(operator, command)) outcomes.push(outcome);
    return outcomes;
  };

  const filled = async (): Promise<MediaWorld> => {
    const world = await mediaWorld();
    const { cms, clock, person, write, upload, pages, posts } = world;
    const author = await person('author');
    const required = { properties: { excerpt: { type: 'textarea' } }, required: ['excerpt'] };
    for (const status of ['draft', 'published', 'archived'] as const) {
      clock.advance(1_000);
      await write(author, { status, data: { tags: ['a'], nested: { deep: [1.5] } } });
      await write(author, { status, collectionId: pages.id });
    }
    const { id } = await write(author);
    await cms.content.update(author, id, { title: 'Edited', slug: 'édité' });
    const file = await upload(operator, { folder: () => 'press' });
    await cms.media.update(operator, file.id, {
      alt: 'A',
      caption: 'C',
      focus: { x: 0.2, y: 0.9 },
    });
    await upload(operator, { originalName: 'b.png', body: chunks(picture, picture) });
    // Stricter than the existing items.
    await cms.collections.update(operator, posts.name, { schema: required, isActive: false });
    await cms.collections.create(operator, { name: 'more', description: 'Empty' });
    return world;
  };

  test('results in the same export', async () => {
    const [source, target] = [await filled(), await mediaWorld()];
    await target.person('author');
    target.clock.advance(source.clock.now() - target.clock.now());
    await restore(source, target);
    const [copy, original] = [await exported(target.cms), await exported(source.cms)];
    expect(copy.map(withoutVersion)).toEqual(original.map(withoutVersion));
    expect(await target.contradictions()).toEqual([]);
  });

  test('changes nothing when imported again', async () => {
    const [source, target] = [await filled(), await mediaWorld()];
    await restore(source, target);
    expect(new Set(await restore(source, target))).toEqual(new Set(['unchanged']));
  });

  test('imports later changes, and reports conflicts', async () => {
    const [source, target] = [await filled(), await mediaWorld()];
    await restore(source, target);
    const [{ id }] = contentIn(await exported(source.cms)) as [ExportedContent];
    const write = ({ cms }: MediaWorld, excerpt: string) =>
      cms.content.update(operator, id, { data: { excerpt } });
    const changes = async (overwrite = false) =>
      (await restore(source, target, overwrite)).filter((outcome) => outcome !== 'unchanged');
    for (const excerpt of ['New', 'Newer']) {
      await write(source, excerpt);
      expect(await changes()).toEqual(['updated']);
      expect(await changes()).toEqual([]);
    }
    await write(target, 'Here');
    expect(await changes()).toEqual([]);
    expect((await target.ports.store.repositories.contents.findById(id))?.data).toContain('Here');
    await write(source, 'There');
    expect(await changes()).toEqual(['failed']);
    expect(await changes(true)).toEqual(['updated']);
    expect(await changes()).toEqual([]);
    await write(source, 'At last');
    expect(await changes()).toEqual(['updated']);
  });
});
