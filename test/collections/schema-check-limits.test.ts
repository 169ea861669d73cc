import { describe, expect, test } from 'vitest';
import { operator, type Matcher } from '../../core/index.ts';
import { schemaCheckLimits, second } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';
import { fillCollection } from '../support/core/fill-collection.ts';

const schema = { properties: { rating: { type: 'number' } } };

const check = ({ cms, posts }: CoreWorld) =>
  cms.collections.checkSchema(operator, posts.name, schema);

describe('a long check', () => {
  test('ends after 10,000 items, and says so', async () => {
    const world = await coreWorld();
    await fillCollection(world, schemaCheckLimits.items);
    const all = { checked: 10_000, failing: 5_000 };
    expect(await check(world)).toMatchObject({ ...all, isComplete: true });
    await world.write(await world.person('editor'));
    expect(await check(world)).toMatchObject({ ...all, isComplete: false });
  });

  test('reads in steps', async () => {
    const world = await coreWorld();
    await fillCollection(world, 250);
    const steps: number[] = [];
    const store = alteredStore(world.ports.store, ({ contents }) => ({
      contents: altered(contents, {
        listOfCollectionAfter: async (...step) => {
          const items = await contents.listOfCollectionAfter(...step);
          steps.push(items.length);
          return items;
        },
      }),
    }));
    const { collections } = world.another({ ports: { store } });
    await collections.checkSchema(operator, world.posts.name, schema);
    expect(steps).toEqual([100, 100, 50, 0]);
  });

  /** A world in which matching one item's `place` takes `ms`. */
  const slowWorld = async (ms: number) => {
    const world = await coreWorld();
    let compiled = 0;
    const compile = (): Matcher => {
      compiled += 1;
      return () => {
        world.clock.advance(ms);
        return true;
      };
    };
    const { collections } = world.another({ ports: { patterns: { compile } } });
    const slow = { properties: { place: { type: 'string', pattern: 'x' } } };
    const editor = await world.person('editor');
    for (let n = 0; n < 12; n += 1) await world.write(editor, { data: { place: 'x' } });
    return {
      check: () => collections.checkSchema(operator, world.posts.name, slow),
      compiled: () => compiled,
    };
  };

  test('ends after 10 seconds, and says so', async () => {
    const slow = await slowWorld(2 * second);
    expect(await slow.check()).toMatchObject({ checked: 5, isComplete: false });
  });

  test('ends although the clock is set back', async () => {
    const slow = await slowWorld(-2 * second);
    expect(await slow.check()).toMatchObject({ isComplete: false });
  });

  test('lets the process do other work every 20 ms', async () => {
    const turnsDuring = async (ms: number): Promise<number> => {
      const slow = await slowWorld(ms);
      let turns = 0;
      let isDone = false;
      const count = (): void => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      expect(await slow.check()).toMatchObject({ checked: 12, isComplete: true });
      isDone = true;
      return turns;
    };
    // Without a pause, no callback runs: memory adapters never wait.
    expect(await turnsDuring(1)).toBe(0);
    expect(await turnsDuring(10)).toBeGreaterThanOrEqual(6);
    expect(await turnsDuring(20)).toBeGreaterThanOrEqual(12);
    // The clock is set back.
    expect(await turnsDuring(-1)).toBeGreaterThanOrEqual(12);
  });

  test('compiles each pattern once', async () => {
    const slow = await slowWorld(0);
    await slow.check();
    expect(slow.compiled()).toBe(1);
  });
});
