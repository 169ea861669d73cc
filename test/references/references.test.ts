import { describe, expect, test } from 'vitest';
import { MarkdownItReader } from '../../adapters/markdown-it/markdown-it-reader.ts';
import { anonymous, operator } from '../../core/index.ts';
import { referencesOf, type JsonObject } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import {
  client,
  keyOf,
  referenceWorld,
  urlOf,
  type ReferenceWorld,
} from '../support/references/reference-world.ts';

const otherId = '01a1faed-e8cb-76b2-acde-cacaf0a15fcd';
const unknownId = '01a1faed-e8cb-76b2-acde-cacaf0a15fcc';

/** The title and the field of each referrer. */
const referrersOf = async ({ cms, person }: ReferenceWorld, id: string) => {
  const { referrers } = await cms.references.listReferrers(await person('viewer'), { id, client });
  return referrers.map((each) => [each.title, each.field]);
};

const usageOf = async ({ cms, person }: ReferenceWorld, id: string) => {
  const { referrers } = await cms.references.listMediaUsage(await person('viewer'), { id, client });
  return referrers.map((each) => [each.title, each.field]);
};

describe('what an item refers to', () => {
  const found = (properties: JsonObject, data: JsonObject) =>
    referencesOf(
      { properties: properties as never },
      data,
      'http://cms.test/files',
      new MarkdownItReader(),
    ).map(({ field, target, onDelete }) => `${field} ${target} ${onDelete}`);

  test('a reference names an item by its id, and other text is broken', () => {
    const properties = { a: { type: 'reference', collection: 'x' } };
    expect(found(properties, { a: unknownId.toUpperCase() })).toEqual([
      `a item/${unknownId} ignore`,
    ]);
    for (const a of ['', null, 5, [unknownId], { id: unknownId }]) {
      expect(found(properties, { a })).toEqual([]);
    }
    expect(found(properties, { a: 'some text' })).toEqual(['a none/item/some%20text ignore']);
    const refused = { a: { ...properties.a, onDelete: 'refuse' } };
    expect(found(refused, { a: `${'\u{1F30A}'.repeat(31)} x` })[0]).toMatch(
      /^a none.{1,600} ignore$/,
    );
  });

  test('a file is named by an id or an address, and other text is broken', () => {
    const properties = {
      photo: { type: 'media' },
      more: { type: 'array', items: { type: 'file' } },
    };
    const elsewhere = ['https://example.org/a.png', '//example.org/a.png', '/images/a.png'];
    expect(found(properties, { more: elsewhere })).toEqual([]);
    const own = 'http://cms.test/files/photo.png';
    expect(found(properties, { photo: 'photo.png', more: [own, ...elsewhere] })).toEqual([
      'photo none/media/photo.png ignore',
      `more none/media/${encodeURIComponent(own)} ignore`,
    ]);
  });

  test('a link to an item without its id is broken, and a text about such links is none', () => {
    const links = '[a](quoin:tides) [b](<quoin:x y>) <a href="quoin:">c</a> [d]\n\n[d]: quoin:1';
    for (const type of ['markdown', 'richtext']) {
      const text = `${links} quoin:prose \`quoin:<id>\` [e](quoin:${unknownId}#part)`;
      expect(found({ body: { type } }, { body: text }).toSorted()).toEqual([
        `body item/${unknownId} ignore`,
        'body none/item/ ignore',
        'body none/item/1 ignore',
        'body none/item/tides ignore',
        'body none/item/x ignore',
      ]);
    }
  });

  test.each([
    [urlOf(1), 'file'],
    [`${urlOf(1)}?w=320`, 'file'],
    [`http://cms.example/media/${keyOf(1)}`, 'url'],
    [`/files/${keyOf(1)}`, 'url'],
  ])('the media file %s is found by its key', (photo, kind) => {
    expect(found({ photo: { type: 'media' } }, { photo })).toEqual([
      `photo ${kind}/${keyOf(1)} ignore`,
    ]);
    expect(found({ photo: { type: 'file' } }, { photo })).toHaveLength(1);
  });

  test.each([`${urlOf(1)}/more`, `${urlOf(1)}abcd`])(
    'the URL %s of the service names no file',
    (photo) => {
      expect(found({ photo: { type: 'media' } }, { photo })).toHaveLength(1);
      expect(found({ photo: { type: 'media' } }, { photo })[0]).toMatch(/^photo none\//);
    },
  );

  test('links in Markdown and rich text name items and files, each once', () => {
    const text =
      `See [this](quoin:${unknownId}), quoin:${unknownId}, ![a](${urlOf(1)}?w=320), ` +
      `<img src="${urlOf(2)}">, not-quoin:${otherId} and quoin:${otherId}-1.`;
    for (const type of ['markdown', 'richtext']) {
      expect(found({ body: { type } }, { body: text })).toEqual([
        `body item/${unknownId} ignore`,
        `body file/${keyOf(1)} ignore`,
        `body file/${keyOf(2)} ignore`,
      ]);
    }
    expect(found({ body: { type: 'textarea' } }, { body: text })).toEqual([]);
  });

  test('what stands in code of Markdown is an example, and names nothing', () => {
    const body =
      `See \`quoin:${otherId}\`.\n\n    ![a](${urlOf(2)})\n\n` +
      `[words][1] and <a href="${urlOf(1)}">more</a>\n\n[1]: quoin:${unknownId}\n`;
    const fenced = `\`\`\`html\n<img src="${urlOf(2)}">\n\`\`\`\n\n${body}`;
    expect(found({ body: { type: 'markdown' } }, { body: fenced })).toEqual([
      `body item/${unknownId} ignore`,
      `body file/${keyOf(1)} ignore`,
    ]);
  });

  test('a URL in JSON inside a text is found', () => {
    const body = JSON.stringify({ src: urlOf(1) }).replaceAll('/', '\\/');
    expect(found({ body: { type: 'richtext' } }, { body })).toEqual([
      `body file/${keyOf(1)} ignore`,
    ]);
  });

  test('of two fields with one path, the stronger rule counts', () => {
    const by = (onDelete: string) => ({
      properties: { by: { type: 'reference', collection: 'x', onDelete } },
    });
    const blocks = { a: by('clear'), b: by('refuse'), c: by('ignore') };
    const data = { list: ['a', 'b', 'c'].map((type) => ({ type, by: unknownId })) };
    expect(found({ list: { type: 'blocks', blocks } }, data)).toEqual([
      `list.by item/${unknownId} refuse`,
    ]);
  });
});

describe('referrers and usage', () => {
  test('every kind of write keeps them up to date', async () => {
    const world = await referenceWorld();
    const { cms, article, human } = world;
    const person = await human();
    const item = await article({ author: person.id, editors: [person.id, person.id] });
    const { title } = item;
    expect(await referrersOf(world, person.id)).toEqual([
      [title, 'editors'],
      [title, 'author'],
    ]);
    await cms.content.update(operator, item.id, { data: { author: person.id } });
    expect(await referrersOf(world, person.id)).toEqual([[title, 'author']]);
    await cms.content.update(operator, item.id, { title: 'Renamed', status: 'published' });
    expect(await referrersOf(world, person.id)).toEqual([['Renamed', 'author']]);
    await cms.drafts.save(operator, item.id, { data: { body: `quoin:${person.id}` } });
    expect(await referrersOf(world, person.id)).toEqual([['Renamed', 'author']]);
    await cms.drafts.publish(operator, item.id, {});
    expect(await referrersOf(world, person.id)).toEqual([['Renamed', 'body']]);
    await cms.history.restore(operator, item.id, { version: 1 });
    expect(await referrersOf(world, person.id)).toHaveLength(2);
    const { id: collectionId } = await cms.collections.create(operator, { name: 'plain' });
    await cms.content.update(operator, item.id, { collectionId });
    expect(await referrersOf(world, person.id)).toEqual([]);
    await cms.content.update(operator, item.id, { collectionId: world.articles.id });
    expect(await referrersOf(world, person.id)).toHaveLength(2);
    await cms.content.delete(operator, item.id);
    expect(await referrersOf(world, person.id)).toEqual([]);
    await cms.trash.restore(operator, item.id);
    expect(await referrersOf(world, person.id)).toHaveLength(2);
  });

  test('what a hook stores counts', async () => {
    const person = { id: '' };
    const world = await referenceWorld({
      hooks: [
        {
          name: 'adds the author',
          operations: ['content.create'],
          decide: (attempt) =>
            'item' in attempt && attempt.item.title === 'Hooked'
              ? { replace: { data: { author: person.id } } }
              : undefined,
        },
      ],
    });
    person.id = (await world.human()).id;
    await world.article({}, { title: 'Hooked' });
    expect(await referrersOf(world, person.id)).toEqual([['Hooked', 'author']]);
  });

  test('a media file is used by its id and by its URL, inside of everything', async () => {
    const world = await referenceWorld();
    const file = await world.file(1);
    const first = await world.article({ photo: file.id, seo: { image: urlOf(1) } });
    const second = await world.article({
      body: `![](${urlOf(1)})`,
      sections: [{ type: 'quote', id: 'q', photo: `/files/${keyOf(1)}` }],
    });
    expect(await usageOf(world, file.id)).toEqual([
      [second.title, 'sections.photo'],
      [second.title, 'body'],
      [first.title, 'seo.image'],
      [first.title, 'photo'],
    ]);
  });

  test('pages have a limit and say whether there are more', async () => {
    const world = await referenceWorld();
    const { id } = await world.human();
    for (let n = 0; n < 5; n += 1) await world.article({ author: id });
    const viewer = await world.person('viewer');
    const page = (limit: number, offset: number) =>
      world.cms.references.listReferrers(viewer, { id, client, limit, offset });
    const all = (await page(10, 0)).referrers;
    expect(all).toHaveLength(5);
    expect(await page(2, 0)).toEqual({ referrers: all.slice(0, 2), hasMore: true });
    expect(await page(2, 3)).toEqual({ referrers: all.slice(3), hasMore: false });
  });

  test('only users read them, and only of what exists', async () => {
    const world = await referenceWorld();
    const { cms, person, human, file } = world;
    const [{ id }, media] = [await human(), await file(1)];
    await rejectsWith('not_authenticated', cms.references.listReferrers(anonymous, { id, client }));
    await rejectsWith(
      'not_authenticated',
      cms.references.listMediaUsage(anonymous, { id: media.id, client }),
    );
    const viewer = await person('viewer');
    for (const wrong of [unknownId, 'no id', media.id]) {
      await rejectsWith('not_found', cms.references.listReferrers(viewer, { id: wrong, client }));
    }
    await rejectsWith('not_found', cms.references.listMediaUsage(viewer, { id, client }));
  });
});

describe('problems', () => {
  test('broken references, links to drafts, images without text and unused files are found', async () => {
    const world = await referenceWorld();
    const { cms, article, human, file, person } = world;
    const viewer = await person('viewer');
    const draft = await human();
    const published = await human({}, { status: 'published' });
    const [used] = [await file(1), await file(2, { alt: 'A text' })];
    const item = await article(
      {
        author: draft.id,
        owner: published.id,
        editors: [unknownId],
        photo: used.id,
        body: `![](${urlOf(9)}) ![](http://elsewhere.test/${keyOf(9)})`,
      },
      { status: 'published' },
    );
    const problems = async (problem: 'broken' | 'unpublished') =>
      (await cms.references.findProblems(viewer, { problem, client })).found.map((each) => [
        each.id,
        each.field,
        each.target,
      ]);
    expect(await problems('broken')).toEqual([
      [item.id, 'editors', `item/${unknownId}`],
      [item.id, 'body', `file/${keyOf(9)}`],
    ]);
    expect(await problems('unpublished')).toEqual([[item.id, 'author', `item/${draft.id}`]]);
    const files = async (problem: 'no_alt' | 'unused') =>
      (await cms.references.findMediaProblems(viewer, { problem })).found.map(({ key }) => key);
    expect(await files('no_alt')).toEqual([keyOf(1)]);
    await cms.locales.update(operator, { locales: [{ code: 'en' }, { code: 'de' }] });
    await cms.media.update(operator, used.id, { texts: { en: { alt: 'A text' } } });
    expect(await files('no_alt'), 'without a German text').toEqual([keyOf(1)]);
    await cms.media.update(operator, used.id, { texts: { de: { alt: 'Ein Text' } } });
    expect(await files('no_alt'), 'with a text in each locale').toEqual([]);
    expect(await files('unused')).toEqual([keyOf(2)]);
    await cms.content.delete(operator, item.id);
    expect(await problems('broken')).toEqual([]);
    expect(await files('unused')).toEqual([keyOf(2), keyOf(1)]);
  });

  test('a search goes on after the cursor of a step', async () => {
    const { cms, article, person } = await referenceWorld();
    const viewer = await person('viewer');
    for (let n = 0; n < 3; n += 1) await article({ author: unknownId, owner: unknownId });
    const fields: string[] = [];
    let after: string | undefined;
    let steps = 0;
    do {
      const step = await cms.references.findProblems(viewer, {
        problem: 'broken',
        after,
        client,
        limit: 4,
      });
      fields.push(...step.found.map(({ id, field }) => `${id} ${field}`));
      after = step.next;
      steps += 1;
    } while (after !== undefined);
    expect([fields.length, new Set(fields).size, steps]).toEqual([6, 6, 2]);
    for (const wrong of ['x', unknownId, `${unknownId} a b`]) {
      const request = { problem: 'broken', after: wrong, client } as const;
      await rejectsWith('invalid_input', cms.references.findProblems(viewer, request));
    }
    const request = { problem: 'unused', after: 'x' } as const;
    await rejectsWith('invalid_input', cms.references.findMediaProblems(viewer, request));
  });
});
