import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { DomainError, isDomainError, reservationLeaseMs, type Store } from '../../core/store.ts';
import { parseSlug } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { randomRuns } from '../support/seeded-random.ts';

/** What happens to an attempt, and whether the process survives. */
const faults = ['none', 'error', 'crash before the commit', 'crash after the commit'] as const;
type Fault = (typeof faults)[number];

interface Step {
  readonly key: string;
  readonly title: string;
  readonly fault: Fault;
  /** Whether the leases of earlier attempts have expired. */
  readonly isLate: boolean;
}

const outage = (): DomainError => new DomainError('dependency_unavailable', 'The store is away');

afterEach(() => vi.restoreAllMocks());

/** A store whose next atomic work meets a fault. A process that has crashed releases nothing. */
const faultyStore = (next: () => Fault): Store => {
  const store = alteredStore(new MemoryStore(), ({ receipts }) => ({
    receipts: altered(receipts, {
      release: async (reservation) => {
        if (next().startsWith('crash')) throw outage();
        await receipts.release(reservation);
      },
    }),
  }));
  return altered(store, {
    atomically: async (work) => {
      const result = await store.atomically(async (inside) => {
        const done = await work(inside);
        if (next() === 'error' || next() === 'crash before the commit') throw outage();
        return done;
      });
      if (next() === 'crash after the commit') throw outage();
      return result;
    },
  });
};

const step: fc.Arbitrary<Step> = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  title: fc.constantFrom('One', 'Two'),
  fault: fc.constantFrom(...faults),
  isLate: fc.boolean(),
});

interface Known {
  readonly title: string;
  /** The id of the item; undefined while nothing is stored. */
  readonly id?: string;
  /** When a repeat can run. */
  readonly freeAt: number;
}

test('after any sequence of faults and repeats, each key has made its write once or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      let fault: Fault = 'none';
      let now = 1_800_000_000_000;
      vi.spyOn(Date, 'now').mockImplementation(() => now);
      const store = faultyStore(() => fault);
      const { contents } = store.repositories;
      const { cms, posts, person } = await coreWorld({ ports: { store } });
      const slugOf = (key: string, title: string) => parseSlug(`${key}-${title}`.toLowerCase());
      const editor = await person('editor');
      const create = (key: string, title: string) =>
        cms.retries.answerOnce(
          editor,
          { key, digest: title, wholeDigest: async () => title },
          async ({ cms: inside, actor }) => {
            const slug = slugOf(key, title);
            const item = await inside.content.create(actor, {
              collectionId: posts.id,
              title,
              slug,
            });
            return { status: 201, headers: {}, body: item.id };
          },
        );
      const model = new Map<string, Known>();
      for (const { key, title, fault: given, isLate } of steps) {
        fault = given;
        if (isLate) now += reservationLeaseMs;
        const known = model.get(key);
        const outcome = await create(key, title).catch((error: unknown) =>
          isDomainError(error) ? error.code : error,
        );
        if (known !== undefined && known.title !== title) {
          expect(outcome).toBe('idempotency_mismatch');
        } else if (known?.id !== undefined) {
          expect(outcome).toMatchObject({ isReplayed: true, answer: { body: known.id } });
        } else if (known !== undefined && now < known.freeAt) {
          expect(outcome).toBe('in_progress');
        } else if (given === 'none') {
          expect(outcome).toMatchObject({ isReplayed: false });
          const { answer } = outcome as { readonly answer: { readonly body: string } };
          model.set(key, { title, id: answer.body, freeAt: now });
        } else {
          expect(outcome).toBe('dependency_unavailable');
          const stored = await contents.findBySlug(slugOf(key, title));
          const freeAt = now + reservationLeaseMs;
          expect(stored !== undefined).toBe(given === 'crash after the commit');
          if (given === 'error') model.delete(key);
          else model.set(key, { title, freeAt, ...(stored && { id: stored.id }) });
        }
      }
      const made = [...model.values()].flatMap(({ id }) => id ?? []);
      const items = await contents.listAfter(undefined, 100);
      expect(items.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    }),
    { numRuns: randomRuns(80) },
  );
});
