import type { IdGenerator, SecretGenerator } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { suite } from '../suite.ts';

export interface IdGeneratorSubject {
  readonly ids: IdGenerator;
}

export interface SecretGeneratorSubject {
  readonly secrets: SecretGenerator;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const idGeneratorSuite = suite<IdGeneratorSubject>('IdGenerator', {
  'every id is a UUID in lower case': async ({ ids }) => {
    for (const id of times(1_000, () => ids.next()))
      ok(uuid.test(id), `${id} is a UUID in lower case`);
  },

  'ids are unique': async ({ ids }) => {
    equal(new Set(times(20_000, () => ids.next())).size, 20_000, 'distinct ids');
  },
});

const alphabetSize = 62;

export const secretGeneratorSuite = suite<SecretGeneratorSubject>('SecretGenerator', {
  'a secret consists of letters and digits': async ({ secrets }) => {
    const all = times(200, () => secrets.next(160)).join('');
    ok(/^[A-Za-z0-9]+$/.test(all), `only letters and digits in ${all.slice(0, 60)}`);
  },

  'a secret has at least the requested number of bits': async ({ secrets }) => {
    for (const bits of [1, 8, 64, 128, 160, 256, 512]) {
      const { length } = secrets.next(bits);
      ok(length * Math.log2(alphabetSize) >= bits, `${bits} bits in ${length} characters`);
    }
  },

  'secrets are unique': async ({ secrets }) => {
    equal(new Set(times(20_000, () => secrets.next(128))).size, 20_000, 'distinct secrets');
  },

  'all characters are equally likely': async ({ secrets }) => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const secret of times(4_000, () => secrets.next(256))) {
      for (const character of secret) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
        total += 1;
      }
    }
    // About 2,800 of each are expected. Random bytes modulo 62 produce eight characters 20 % too often. A
    // deviation of 12.5 % by chance occurs once in millions of runs.
    const expectedCount = total / counts.size;
    for (const [character, count] of counts) {
      const deviation = Math.abs(count / expectedCount - 1);
      ok(deviation < 0.125, `${character} occurs ${count} times in ${total} characters`);
    }
  },
});
