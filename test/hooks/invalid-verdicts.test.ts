import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { hook, strictWorld } from '../support/core/hook-world.ts';
import { mediaWorld } from '../support/media/media-world.ts';

/** Data that `JSON.stringify` turns into something else. */
class Disguised {
  readonly harmless = true;
  readonly #secret: unknown;

  constructor(secret: unknown) {
    this.#secret = secret;
  }

  toJSON(): unknown {
    return this.#secret;
  }
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

let deep: unknown = 1;
for (let level = 0; level < 40; level += 1) deep = [deep];

const invalidReplacements: readonly (readonly [string, unknown])[] = [
  ['data that breaks the schema', { data: { text: 'too long' } }],
  ['data of the wrong type for the schema', { data: { text: 5 } }],
  ['data that hides a break of the schema', { data: { text: new Disguised('too long') } }],
  ['data that hides a lone surrogate', { data: { other: new Disguised('\ud800') } }],
  ['data that hides its depth', { data: { other: new Disguised(deep) } }],
  ['data that is a text after encoding', { data: new Disguised('x') }],
  ['data that is a list after encoding', { data: new Disguised([]) }],
  ['data that is a list', { data: [] }],
  ['data that is null', { data: null }],
  ['data with NaN', { data: { number: Number.NaN } }],
  ['data with a big integer', { data: { number: 1n } }],
  ['data with a cycle', { data: cyclic }],
  ['data that is too deep', { data: { deep } }],
  ['data that is too large', { data: { blob: 'x'.repeat(2 * 1024 * 1024) } }],
  ['data with NUL', { data: { other: 'a\u0000' } }],
  ['an empty title', { title: ' ' }],
  ['a title that is too long', { title: 'x'.repeat(501) }],
  ['a title that is no text', { title: 5 }],
  ['a title that is null', { title: null }],
  ['the status', { status: 'published' }],
  ['the slug', { slug: 'other' }],
  ['the collection', { collectionId: 'other' }],
  ['nothing but null', null],
  ['a text', 'x'],
];

const invalidVerdicts: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['a number', 0],
  ['a list', ['reason']],
  ['a function', () => undefined],
  ['an unknown member', { replace: {}, allow: true }],
  ['a member in the wrong place', { data: {} }],
  ['the item itself', { item: { title: 'x' } }],
  ...invalidReplacements.map(
    ([what, replace]) => [`a replacement of ${what}`, { replace }] as const,
  ),
];

describe('a hook blocks, and its failure is logged, if it returns', () => {
  test.each(invalidVerdicts)('%s', async (_, verdict) => {
    const { create, ports, log } = await strictWorld(() => verdict);
    const { message, details, issues } = await rejectsWith('blocked_by_hook', create());
    expect([message, details]).toEqual(["Blocked by the hook 'editor'", 'The hook failed']);
    expect(issues).toBeUndefined();
    expect(await ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([]);
    expect(log.entries).toMatchObject([
      {
        level: 'error',
        fields: { hook: 'editor', operation: 'content.create' },
        cause: expect.any(Error),
      },
    ]);
  });

  test('data without a field that published items require', async () => {
    let data: JsonObject = { text: 'a' };
    const { create } = await strictWorld(() => ({ replace: { data } }));
    const given = { summary: 'Given' };
    expect((await create(given)).data).toBe('{"text":"a"}');
    await rejectsWith('blocked_by_hook', create(given, 'published'));
    data = { summary: 'Own' };
    expect((await create(given, 'published')).data).toBe('{"summary":"Own"}');
  });

  test.each(['content.delete', 'media.upload', 'media.delete'] as const)(
    'a replacement for %s',
    async (operation) => {
      let isOn = false;
      const replacing = hook([operation], () => (isOn ? { replace: { title: 'x' } } : undefined));
      const { cms, write, person, upload, log } = await mediaWorld({ hooks: [replacing] });
      const { id } = await write(await person('author'));
      const file = await upload(operator);
      isOn = true;
      const attempts = {
        'content.delete': () => cms.content.delete(operator, id),
        'media.upload': () => upload(operator),
        'media.delete': () => cms.media.delete(operator, file.id),
      };
      await rejectsWith('blocked_by_hook', attempts[operation]());
      expect(String(log.entries[0]?.cause)).toContain(operation);
    },
  );
});
