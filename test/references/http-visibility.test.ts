import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { publicContentChoices, type JsonObject } from '../../core/vocabulary.ts';
import { outcomeOf } from '../support/access/private-outcomes.ts';
import { readers, type ReadPath } from '../support/access/visibility-table.ts';
import { visibilityWorld } from '../support/access/visibility-world.ts';

const field = (more: JsonObject = {}) => ({ type: 'reference', collection: 'retired', ...more });

const schema = {
  type: 'object',
  properties: {
    content: { type: 'markdown' },
    list: { type: 'array', items: field() },
    next: { type: 'reference', collection: 'blog-posts' },
  },
};

describe.each(publicContentChoices)('with publicContent %s', (setting) => {
  test.each(readers)(
    '%s gets what it may read, and nothing else, in both levels',
    async (reader) => {
      await using world = await visibilityWorld(setting);
      const { cms } = world.app;
      await cms.collections.update(operator, 'blog-posts', { schema });
      const ids = world.specimens.map(({ item }) => item.id);
      const create = (title: string, data: JsonObject) =>
        cms.content.create(operator, {
          collection: 'blog-posts',
          title,
          status: 'published',
          data,
        });
      const links = ids.map((id) => `quoin:${id}`).join(' ');
      const hub = await create('Hub', { list: ids, content: links });
      const outer = await create('Outer', { next: hub.id });
      const seenAs = (path: ReadPath): readonly string[] =>
        world.specimens
          .filter((specimen) => outcomeOf(path, reader, specimen, setting) === 'seen')
          .map(({ item }) => item.id);
      const perspectives = [
        { parameters: '', expected: seenAs('item'), isAllowed: true },
        {
          parameters: '&perspective=drafts',
          expected: seenAs('draft'),
          isAllowed: /^(?:preview|viewer|member|author|editor|admin)/.test(reader),
        },
      ];
      for (const [item, fields, more] of [
        [hub, 'list', []],
        [hub, 'content', []],
        [outer, 'next.list', [hub.id]],
        [outer, 'next.content', [hub.id]],
      ] as const) {
        for (const path of [
          `/api/content/${item.id}?`,
          `/api/collections/blog-posts/content/${item.slug}?`,
          `/api/collections/blog-posts/content?slug=${item.slug}&`,
          `/api/content?slug=${item.slug}&`,
        ]) {
          for (const { parameters, expected, isAllowed } of perspectives) {
            const { status, text } = await world.send(
              `${path}expand=${fields}${parameters}`,
              reader,
            );
            if (!isAllowed) {
              expect([reader, status]).toEqual([reader, 403]);
              continue;
            }
            if (status !== 200) {
              // Its list over several collections has none with this field.
              const expectedStatus = path.startsWith('/api/content?') ? 400 : 403;
              expect(reader).toMatch(/token elsewhere$/);
              expect([reader, status]).toEqual([reader, expectedStatus]);
              continue;
            }
            const { data, included } = JSON.parse(text);
            if (Array.isArray(data) && data.length === 0) expect(included).toEqual({});
            else expect(Object.keys(included).sort()).toEqual([...expected, ...more].sort());
          }
        }
      }
    },
  );
});
