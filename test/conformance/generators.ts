import type { IdGenerator, SecretGenerator } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import { suite } from './suite.ts';

export interface IdGeneratorSubject {
  readonly ids: IdGenerator;
}

export interface SecretGeneratorSubject {
  readonly secrets: SecretGenerator;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const idGeneratorSuite = suite<IdGeneratorSubject>('IdGenerator', {
  'every id is a UUID in lower case': async ({ ids }) => {
    for (const id of times(1_000, () => ids.next())) ok(uuid.test(id), `the form of ${id}`);
  },

  'no id comes twice': async ({ ids }) => {
    equal(new Set(times(20_000, () => ids.next())).size, 20_000, 'different ids');
  },
});

const alphabetSize = 62;

export const secretGeneratorSuite = suite<SecretGeneratorSubject>('SecretGenerator', {
  'a secret is letters and digits': async ({ secrets }) => {
    const all = times(200, () => secrets.next(160)).join('');
    ok(/^[A-Za-z0-9]+$/.test(all), `only letters and digits in ${all.slice(0, 60)}`);
  },

  'a secret is long enough for the bits asked for': async ({ secrets }) => {
    for (const bits of [1, 8, 64, 128, 160, 256, 512]) {
      const { length } = secrets.next(bits);
      ok(length * Math.log2(alphabetSize) >= bits, `${bits} bits in ${length} characters`);
    }
  },

  'no secret comes twice': async ({ secrets }) => {
    equal(new Set(times(20_000, () => secrets.next(128))).size, 20_000, 'different secrets');
  },

  'no character is favoured': async ({ secrets }) => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const secret of times(4_000, () => secrets.next(256))) {
      for (const character of secret) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
        total += 1;
      }
    }
    // Some 2,800 of each are expected. A byte taken modulo 62 gives eight of them a fifth more than
    // that; chance alone gives an eighth once in millions of runs.
    const expected = total / counts.size;
    for (const [character, count] of counts) {
      const excess = Math.abs(count / expected - 1);
      ok(excess < 0.125, `${character} came ${count} times of ${total}`);
    }
  },
});
