import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Cms } from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { cachedWorld, get, list } from '../support/cache/cached-world.ts';

describe('a read that started before', () => {
  const slowReads = [
    ['of a list', (cms: Cms) => list(cms, anonymous)],
    ['of an item', (cms: Cms, id: string) => get(cms, anonymous, id)],
  ] as const;
  for (const [name, read] of slowReads) {
    test(`${name} leaves no stale entry behind`, async () => {
      const { cms, another, ports, person, write } = await cachedWorld();
      const { id } = await write(await person('author'), { title: 'Old' });
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      const late = async <T>(result: Promise<T>): Promise<T> => {
        const found = await result;
        await gate;
        return found;
      };
      const store = alteredStore(ports.store, ({ contents }) => ({
        contents: altered(contents, {
          list: (query, basis) => late(contents.list(query, basis)),
          getById: (wanted, basis) => late(contents.getById(wanted, basis)),
        }),
      }));
      const slow = another({ ports: { store } });
      const stale = read(slow, id);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      await cms.content.update(operator, id, { title: 'New' });
      open();
      expect((await stale).text).toContain('Old');
      for (const instance of [slow, cms, another()]) {
        expect((await read(instance, id)).text).toContain('New');
      }
    });
  }
});
