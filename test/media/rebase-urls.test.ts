import { beforeEach, describe, expect, test } from 'vitest';
import { rejectsWith } from '../support/core/core-world.ts';
import {
  newUrl,
  oldBase,
  oldUrl,
  rebaseWorld,
  type RebaseWorld,
} from '../support/media/rebase-world.ts';
import { keyOf, record } from '../support/media/stray-world.ts';

let world: RebaseWorld;
beforeEach(async () => {
  world = await rebaseWorld();
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
