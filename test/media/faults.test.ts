import { describe, expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import { hour, type MediaRecord } from '../../core/vocabulary.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { describeFault, faultPlans, faults, type FaultPlan } from '../support/core/faults.ts';
import {
  chunks,
  longText,
  mediaWorld,
  picture,
  type MediaWorld,
} from '../support/media/media-world.ts';

/** Counts the calls without a failure. */
const never: FaultPlan = { nth: Infinity, kind: 'rejected', isLasting: false };

type Work = (cms: Cms, world: MediaWorld) => Promise<unknown>;

const placesOfTrouble = [['media'], ['blobs'], ['media', 'blobs']] as const;
type Place = (typeof placesOfTrouble)[number];

const attempt = async (plan: FaultPlan, place: Place, work: Work, prepare: Work) => {
  const world = await mediaWorld();
  await prepare(world.cms, world);
  const trouble = faults(plan);
  const { store, blobs } = world.ports;
  const isAt = (name: Place[number]) => place.some((each) => each === name);
  const ports = {
    store: isAt('media')
      ? alteredStore(store, ({ media }) => ({ media: trouble.on(media) }))
      : store,
    blobs: isAt('blobs') ? trouble.on(blobs) : blobs,
  };
  const cms = world.another({ ports });
  const outcome = await work(cms, world).then(
    () => 'done' as const,
    (error: unknown) => error,
  );
  return { world, outcome, calls: trouble.calls() };
};

const record: MediaRecord = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  key: `${'k'.repeat(27)}/a-picture.png`,
  originalName: 'a picture.png',
  createdAt: 1_500_000_000_000,
  updatedAt: 1_500_000_000_001,
};

const works: readonly (readonly [name: string, work: Work, prepare: Work, expected: number])[] = [
  ['an upload', (cms, { upload }) => upload(operator, {}, cms), async () => undefined, 1],
  [
    'an upload that is too large',
    (cms, { upload }) =>
      upload(operator, { body: longText(2 * 1024 * 1024) }, cms).catch((error: unknown) => {
        expect(error).toMatchObject({ name: 'DomainError' });
      }),
    async () => undefined,
    0,
  ],
  [
    'an import',
    (cms) => cms.transfer.importMedia(operator, record, () => chunks(picture)),
    async () => undefined,
    1,
  ],
  [
    'an import after an interrupted one',
    (cms) => cms.transfer.importMedia(operator, record, () => chunks(picture)),
    async (_, { another, ports }) => {
      const trouble = faults({ nth: 3, kind: 'rejected', isLasting: true });
      const store = alteredStore(ports.store, ({ media }) => ({ media: trouble.on(media) }));
      const cut = another({ ports: { store } });
      await cut.transfer
        .importMedia(operator, record, () => chunks(picture))
        .catch(() => undefined);
    },
    1,
  ],
  [
    'a deletion',
    async (cms, { records }) => {
      for (const { id } of await records()) await cms.media.delete(operator, id);
    },
    (_, { upload }) => upload(operator),
    0,
  ],
  [
    'the sweep',
    (cms) => cms.system.sweepMedia(),
    async (_, { another, ports, upload, clock }) => {
      const trouble = faults({ nth: 2, kind: 'rejected', isLasting: true });
      const store = alteredStore(ports.store, ({ media }) => ({ media: trouble.on(media) }));
      const cut = another({ ports: { store } });
      for (let n = 0; n < 2; n += 1) await upload(operator, {}, cut).catch(() => undefined);
      clock.advance(2 * hour);
    },
    0,
  ],
];

for (const [name, work, prepare, expected] of works) {
  describe(`${name},`, () => {
    test('has the right result if nothing fails', async () => {
      const { world, outcome, calls } = await attempt(never, ['media', 'blobs'], work, prepare);
      expect(outcome).toBe('done');
      expect(calls).toBeGreaterThan(2);
      expect(await world.contradictions()).toEqual([]);
      expect((await world.records()).map(({ state }) => state)).toEqual(
        Array.from({ length: expected }, () => 'ready'),
      );
      expect(await world.objects()).toHaveLength(expected);
    });

    for (const place of placesOfTrouble) {
      test(`keeps records and objects consistent, whichever call to ${place.join(' and ')} fails`, async () => {
        const { calls } = await attempt(never, place, work, prepare);
        for (const plan of faultPlans(calls + 4)) {
          const { world, outcome } = await attempt(plan, place, work, prepare);
          const fault = describeFault(plan);
          expect(await world.contradictions(), fault).toEqual([]);
          if (outcome === 'done' && expected === 1) {
            const [file] = await world.cms.media.list(operator, {});
            expect(file?.size, fault).toBe(picture.length);
          }
          world.clock.advance(hour + 1);
          await world.cms.system.sweepMedia();
          expect(await world.contradictions(), fault).toEqual([]);
          const states = (await world.records()).map(({ state }) => state);
          expect(
            states.filter((state) => state !== 'ready'),
            fault,
          ).toEqual([]);
          expect(await world.objects(), fault).toHaveLength(states.length);
        }
      });
    }
  });
}

describe('two concurrent imports of one file', () => {
  for (const key of [record.key, undefined]) {
    test(`${key === undefined ? 'without' : 'with'} a given key leave one complete file or none`, async () => {
      for (let turns = 0; turns < 40; turns += 1) {
        const world = await mediaWorld();
        const importOne = (cms: Cms) =>
          cms.transfer.importMedia(operator, { ...record, key }, () => chunks(picture));
        const first = importOne(world.cms);
        // The first import gets further in each round.
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        const outcomes = await Promise.allSettled([first, importOne(world.another())]);
        expect(await world.contradictions()).toEqual([]);
        const files = await world.cms.media.list(operator, {});
        const isDone = outcomes.some(({ status }) => status === 'fulfilled');
        expect(files.length, `${turns} turns`).toBe(isDone ? 1 : 0);
        expect(await world.objects()).toHaveLength(files.length);
      }
    });
  }

  test('do not affect the first one if it becomes ready concurrently', async () => {
    const { cms, another, ports, records, contradictions } = await mediaWorld();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    async function* slow() {
      yield* longText(70_000);
      await gate;
    }
    const text = { id: record.id, originalName: 'a.txt' };
    const first = cms.transfer.importMedia(operator, text, slow);
    while ((await records()).length === 0) await Promise.resolve();
    const media = altered(ports.store.repositories.media, {
      findById: async (id) => {
        const found = await ports.store.repositories.media.findById(id);
        open();
        await first;
        return found;
      },
    });
    const second = another({
      ports: { store: alteredStore(ports.store, () => ({ media })) },
    }).transfer;
    await rejectsWith(
      'id_taken',
      second.importMedia(operator, text, () => longText(70_000)),
    );
    expect(await records()).toEqual([(await first).file]);
    expect(await contradictions()).toEqual([]);
  });
});
