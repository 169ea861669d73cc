import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import {
  encodeJson,
  type Collection,
  type ContentItem,
  type JsonObject,
  type Perspective,
} from '../../core/vocabulary.ts';
import { creationOf, updateOf } from '../conformance/content/content-changes.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';

const properties = {
  text: { type: 'markdown' },
  html: { type: 'richtext' },
  note: { type: 'string' },
  hidden: { type: 'string', searchable: false },
} as const satisfies JsonObject;

interface WordsWorld extends CoreWorld {
  readonly articles: Collection;
  readonly create: (title: string, data?: JsonObject) => Promise<ContentItem>;
  readonly lengthOf: (
    id: string,
    perspective?: Perspective,
  ) => Promise<readonly [words: number, minutes: number]>;
  readonly wordsOf: (id: string, perspective?: Perspective) => Promise<number>;
}

const wordsWorld = async (): Promise<WordsWorld> => {
  const world = await coreWorld();
  const { cms, person } = world;
  const schema = { type: 'object', properties } as const;
  const articles = await cms.collections.create(operator, { name: 'articles', schema });
  const viewer = await person('viewer');
  let created = 0;
  const lengthOf: WordsWorld['lengthOf'] = async (id, perspective) => {
    const info = await cms.content.getInfo(viewer, {
      id,
      client: '192.0.2.1',
      ...(perspective && { perspective }),
    });
    return [info.words, info.readingMinutes];
  };
  return {
    ...world,
    articles,
    create: (title, data = {}) =>
      cms.content.create(operator, {
        collectionId: articles.id,
        title,
        slug: `item-${(created += 1)}`,
        data,
        status: 'published',
      }),
    lengthOf,
    wordsOf: async (id, perspective) => (await lengthOf(id, perspective))[0],
  };
};

const times = (n: number, text: string): string => `${text} `.repeat(n);

describe('the words of an item', () => {
  test.each<readonly [what: string, title: string, data: JsonObject, words: number]>([
    ['are those of the title', 'Two words', {}, 2],
    [
      'are what stands between spaces, with a letter or a digit',
      `Don't – e-mail 3.14 (& co.)`,
      {},
      4,
    ],
    ['are those of every text that is searched', 'One', { note: 'two three', more: ['four'] }, 4],
    ['are not in texts that no search finds', 'One', { hidden: 'two three', note: 'four' }, 2],
    [
      'do not count the signs of Markdown',
      'One',
      { text: '# Two\n\n- [three](https://example.org/not) ![four](not.png)\n\n---\n\n> **fi**ve' },
      5,
    ],
    ['do not count HTML', 'One', { html: '<p class="not">two<br>th<b>r</b>ee</p>' }, 3],
    ['are half of the letters of scripts without spaces, rounded up', '東京都', {}, 2],
    ['are rounded once', '東京都', { note: '日本へ、ようこそ。Hello' }, 6],
    ['can be none', '–', {}, 0],
  ])('%s', async (_, title, data, words) => {
    const { create, wordsOf } = await wordsWorld();
    expect(await wordsOf((await create(title, data)).id)).toBe(words);
  });

  test('are those of the whole text, beyond what is searched', async () => {
    const { create, wordsOf } = await wordsWorld();
    const text = times(45_000, '*word*');
    const { id } = await create('One', { text, html: times(25_000, '<b>two</b>') });
    expect(await wordsOf(id)).toBe(70_001);
  });

  test('make minutes of 220 words, at least one', async () => {
    const { create, lengthOf } = await wordsWorld();
    for (const [words, minutes] of [
      [0, 1],
      [219, 1],
      [220, 2],
      [439, 2],
      [440, 3],
    ] as const) {
      const { id } = await create('Title', { note: times(words, 'a') });
      expect(await lengthOf(id)).toEqual([words + 1, minutes]);
    }
  });
});

describe('the words are right', () => {
  test('after every write, and for the working copy in its perspective', async () => {
    const { cms, create, wordsOf } = await wordsWorld();
    const { id } = await create('One', { note: 'two' });
    await cms.content.update(operator, id, { data: { note: 'two three' } });
    expect(await wordsOf(id)).toBe(3);
    await cms.drafts.save(operator, id, { title: 'One more' });
    expect([await wordsOf(id), await wordsOf(id, 'drafts')]).toEqual([3, 4]);
    await cms.drafts.discard(operator, id);
    expect([await wordsOf(id), await wordsOf(id, 'drafts')]).toEqual([3, 3]);
    await cms.drafts.save(operator, id, { title: 'One more time' });
    await cms.drafts.publish(operator, id, {});
    expect([await wordsOf(id), await wordsOf(id, 'drafts')]).toEqual([5, 5]);
    await cms.content.update(operator, id, { status: 'draft' });
    expect(await wordsOf(id)).toBe(5);
  });

  test('after a restore of an earlier version, and after the way back from the trash', async () => {
    const { cms, create, wordsOf } = await wordsWorld();
    const { id } = await create('One', { note: 'two' });
    await cms.content.update(operator, id, { status: 'draft', title: 'One two three' });
    await cms.history.restore(operator, id, { version: 1 });
    expect(await wordsOf(id)).toBe(2);
    await cms.content.delete(operator, id);
    await cms.trash.restore(operator, id, {});
    expect(await wordsOf(id)).toBe(2);
  });

  test('after an import', async () => {
    const { cms, ports, wordsOf } = await wordsWorld();
    const id = ports.ids.next();
    const record = { collection: 'articles', title: 'One', data: { text: '*two* three' } };
    await cms.transfer.importContent(operator, { records: [{ ...record, id }] });
    expect(await wordsOf(id)).toBe(3);
  });

  test('for an item of a version of the program that did not count', async () => {
    const { articles, create, ports, wordsOf } = await wordsWorld();
    const item = await create('One', { note: 'two' });
    const { version } = articles;
    const other = { ...item, id: ports.ids.next(), slug: 'other' as ContentItem['slug'] };
    expect(await ports.store.commit([creationOf(other, version)])).toBe(true);
    expect(await ports.store.repositories.wordCounts.find(other.id, 'published')).toBeUndefined();
    expect(await wordsOf(other.id)).toBe(2);
    const changed = { ...other, version: 2, data: encodeJson({ note: 'two three' }) };
    expect(await ports.store.commit([updateOf(other, changed, version)])).toBe(true);
    expect(await wordsOf(other.id)).toBe(3);
  });
});
