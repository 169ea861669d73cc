import { beforeEach, describe, expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { importRecord } from '../support/import/imports.ts';
import {
  newBase,
  newUrl,
  oldBase,
  oldUrl,
  rebaseWorld,
  type RebaseWorld,
} from '../support/media/rebase-world.ts';
import { keyOf, record } from '../support/media/stray-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

let world: RebaseWorld;

beforeEach(async () => {
  world = await rebaseWorld();
});

describe('items', () => {
  test('get the new base in their URLs, whatever their status, and nothing else changes', async () => {
    const data = {
      content: `![a](${oldUrl}?w=1#top)\r\n<img src="${oldUrl}">`,
      list: [{ deep: [oldUrl, 1, null, true] }],
      number: 1e21,
      '10': 'first',
      [oldUrl]: 'a name',
    };
    const items: ContentItem[] = [];
    for (const status of ['draft', 'published', 'archived'] as const) {
      items.push(await world.create(data, { title: status, status }));
    }
    const plain = await world.create({ content: 'no URL' }, { title: 'plain' });
    await world.cms.collections.update(operator, 'blog-posts', { isActive: false });
    world.clock.advance(1_000);
    await tellEvents(world.cms);
    world.events.length = 0;

    expect(await world.rebase()).toEqual({
      items: 4,
      changed: 3,
      urls: new Map([[oldBase, 9]]),
      failed: [],
      last: expect.any(String),
    });
    const rewritten = JSON.stringify(data)
      .replaceAll(oldUrl, newUrl)
      .replace(`"${newUrl}":`, `"${oldUrl}":`);
    for (const before of items) {
      expect(await world.find(before)).toEqual({ ...before, data: rewritten, version: 2 });
    }
    expect(await world.find(plain)).toEqual(plain);
    await tellEvents(world.cms);
    expect(world.events.map(({ type }) => type)).toEqual(Array(3).fill('content.updated'));
  });

  test('do not change in a second run', async () => {
    const item = await world.create({ url: oldUrl });
    await world.rebase();
    expect(await world.rebase()).toMatchObject({ items: 1, changed: 0, urls: new Map() });
    expect((await world.find(item)).version).toBe(2);
  });

  test('do not change in a dry run, which counts the URLs', async () => {
    const item = await world.create({ url: oldUrl });
    expect(await world.rebase({ isDryRun: true })).toMatchObject({
      changed: 1,
      urls: new Map([[oldBase, 1]]),
    });
    expect(await world.find(item)).toEqual(item);
  });

  test('are rewritten by administrators only', async () => {
    for (const role of ['viewer', 'author', 'editor'] as const) {
      const actor = await world.person(role);
      await rejectsWith('forbidden', world.cms.media.rebase(actor, { to: newBase }));
    }
  });

  test('are read in steps of a hundred', async () => {
    for (let n = 0; n < 250; n += 1) await world.create({ url: oldUrl }, { title: `Post ${n}` });
    const counts: number[] = [];
    let after: string | undefined;
    do {
      const { items, changed, last } = await world.rebase({ after });
      expect(changed).toBe(items);
      counts.push(items);
      after = last;
    } while (after !== undefined);
    expect(counts).toEqual([100, 100, 50, 0]);
  });

  test('keep an edit that happens at the same time', async () => {
    const item = await world.create({ url: oldUrl });
    world.interfere(() =>
      world.cms.content.update(operator, item.id, {
        title: 'Edited',
        data: { url: oldUrl, more: oldUrl, less: 'new' },
      }),
    );
    expect(await world.rebase()).toMatchObject({ changed: 1, urls: new Map([[oldBase, 2]]) });
    expect(await world.find(item)).toMatchObject({ title: 'Edited', version: 3 });
    expect(await world.dataOf(item)).toEqual({ url: newUrl, more: newUrl, less: 'new' });
  });

  test('that are deleted at the same time stay deleted', async () => {
    const item = await world.create({ url: oldUrl });
    world.interfere(() => world.cms.content.delete(operator, item.id));
    expect(await world.rebase()).toMatchObject({ changed: 0, failed: [] });
    expect(await world.ports.store.repositories.contents.findById(item.id)).toBeUndefined();
  });

  test('that a hook blocks or that become too long are reported, and the others are rewritten', async () => {
    const text = (length: number) => oldUrl + ' '.repeat(length - oldUrl.length);
    const inside = 2 * 1024 * 1024 - '{"text":""}'.length;
    const long = await world.create({ text: text(inside) }, { title: 'Long' });
    const stubborn = await world.create({ url: oldUrl }, { title: 'Stubborn' });
    const last = await world.create({ url: oldUrl }, { title: 'Last' });
    world.block(stubborn);
    const { failed, changed } = await world.rebase();
    expect(failed.map(({ id, slug, error }) => [id, slug, error.code])).toEqual([
      [long.id, 'long', 'invalid_data'],
      [stubborn.id, 'stubborn', 'blocked_by_hook'],
    ]);
    expect(changed).toBe(1);
    expect(await world.find(stubborn)).toEqual(stubborn);
    expect(await world.dataOf(last)).toEqual({ url: newUrl });
  });

  test('do not count as edited in the next import, unless they were edited', async () => {
    await importRecord(world, { slug: 'kept', data: { url: oldUrl } });
    await importRecord(world, { slug: 'edited', data: { url: oldUrl } });
    const edited = (await world.ports.store.repositories.contents.findBySlug('edited' as never))!;
    await world.cms.content.update(operator, edited.id, { title: 'Edited' });
    await world.rebase();
    const again = (slug: string, changes: object = {}) =>
      importRecord(world, { slug, data: { url: newUrl }, ...changes });
    expect(await again('kept')).toBe('unchanged');
    expect(await again('kept', { title: 'New' })).toBe('updated');
    expect(await again('edited', { title: 'New' })).toBe('edited_since_import');
  });

  test('are shown with their new URLs, even if they were cached', async () => {
    await world.cms.plugins.configure(operator, 'cache', { active: true });
    const item = await world.create({ url: oldUrl }, { status: 'published' });
    const read = async () => {
      const { value } = await world.cms.content.readPage(anonymous, {
        of: { list: { slug: item.slug } },
        client: 'test',
      });
      return value.kind === 'items' && value.items.map(({ data }) => data);
    };
    expect([await read(), await read()]).toEqual(Array(2).fill([JSON.stringify({ url: oldUrl })]));
    await world.rebase();
    expect(await read()).toEqual([JSON.stringify({ url: newUrl })]);
  });
});

describe('the URLs of stored files', () => {
  test.each([
    ['an address in a sentence', `See ${oldUrl}, or ${oldUrl}.`, `See ${newUrl}, or ${newUrl}.`],
    ['emphasis', `_${oldUrl}_ **${oldUrl}**`, `_${newUrl}_ **${newUrl}**`],
    [
      'JSON in a text',
      JSON.stringify({ src: oldUrl }).replaceAll('/', '\\/'),
      JSON.stringify({ src: newUrl }).replaceAll('/', '\\/'),
    ],
    ['lines of JSON in a text', `"a\\n${oldUrl}\\n"`, `"a\\n${newUrl}\\n"`],
    [
      'a query of another URL',
      `https://i.example/?url=${oldUrl}`,
      `https://i.example/?url=${newUrl}`,
    ],
    ['several bases', `http://[::1]:1/a/b/${keyOf(1)} ${oldUrl}`, `${newUrl} ${newUrl}`],
    ['a base without a path', `https://cdn.example/${keyOf(1)}`, newUrl],
  ])('are found in %s', async (_, before, after) => {
    const item = await world.create({ text: before });
    await world.rebase();
    expect(await world.dataOf(item)).toEqual({ text: after });
  });

  test.each([
    ['of no file', `${oldBase}/${keyOf(2)}`],
    ['of a deleted file', `${oldBase}/${keyOf(3)}`],
    ['with the new base', newUrl],
    [
      'with a longer path',
      `${oldUrl}/x ${oldUrl}.bak ${oldUrl}x ${oldUrl}-x ${oldUrl}_x ${oldUrl}%20`,
    ],
    ['with a shorter path', oldUrl.slice(0, -1)],
    ['in the path of another URL', `https://archive.example/2026/${oldUrl}`],
    ['in a path with one slash', `https://archive.example/${oldUrl.replace('//', '/')}`],
    ['without a scheme', `//localhost/${keyOf(1)} /files/${keyOf(1)} ftp://a/${keyOf(1)}`],
    ['in a query', `https://example.com/?${keyOf(1)} https://example.com/#/${keyOf(1)}`],
    ['across lines', `https://example.com\n/files/${keyOf(1)}`],
  ])('do not include one %s', async (_, text) => {
    await record(world, 3, { state: 'deleting' });
    const item = await world.create({ text });
    expect(await world.rebase()).toMatchObject({ changed: 0, urls: new Map() });
    expect(await world.find(item)).toEqual(item);
  });

  test('are limited to one base with `from`', async () => {
    const other = `https://cdn.example.com/x/${keyOf(1)}`;
    const escaped = oldUrl.replaceAll('/', '\\/');
    const item = await world.create({ text: `${other} ${oldUrl} ${escaped}` });
    await world.rebase({ from: `${oldBase}//` });
    expect(await world.dataOf(item)).toEqual({
      text: `${other} ${newUrl} ${newUrl.replaceAll('/', '\\/')}`,
    });
    for (const base of [
      'https://cdn.example.com',
      'https://cdn.example.com.',
      'https://cdn.example.co./x',
    ]) {
      await world.rebase({ from: base });
    }
    expect((await world.find(item)).version).toBe(2);
  });

  test.each(['', '/', 'https://', 'files', 'ftp://example.com'])(
    'cannot have the base %j',
    async (base) => {
      await rejectsWith('invalid_input', world.rebase({ from: base }));
    },
  );
});
