import { hasCode, type PasswordHasher } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { suite } from '../suite.ts';

export interface PasswordHasherSubject {
  readonly hasher: PasswordHasher;
  /** How many concurrent calls the hasher accepts, including those that wait. A small number. */
  readonly capacity: number;
}

const noMatch = { matches: false, outdated: false };

/** For every hasher, whatever the form of its hashes. */
export const passwordHasherSuite = suite<PasswordHasherSubject>('PasswordHasher', {
  'a hash begins with the scheme, and has at most 1,000 characters': async ({ hasher }) => {
    const hash = await hasher.hash('correct horse');
    ok(hasher.scheme.length > 1, `scheme of at least two characters, got ${hasher.scheme}`);
    equal(hash.slice(0, hasher.scheme.length), hasher.scheme, 'begin of the hash');
    ok(hash.length <= 1_000, `at most 1,000 characters, got ${hash.length}`);
    const isLegacy = /^[0-9a-f]{64}$/i.test(hash);
    ok(!isLegacy, 'a hash is not 64 hex digits, which is a former scheme');
  },

  'only the password matches its hash': async ({ hasher }) => {
    const hash = await hasher.hash('correct horse');
    equal(
      await hasher.verify('correct horse', hash),
      { matches: true, outdated: false },
      'right password',
    );
    for (const wrong of ['correct hors', 'correct horse ', 'Correct horse', 'correct  horse', '']) {
      equal(await hasher.verify(wrong, hash), noMatch, JSON.stringify(wrong));
    }
  },

  'hashes of one password differ': async ({ hasher }) => {
    const hashes = [await hasher.hash('same'), await hasher.hash('same')];
    equal(new Set(hashes).size, 2, 'distinct hashes');
  },

  'every byte of a long password counts': async ({ hasher }) => {
    const start = 'x'.repeat(1_023);
    const hash = await hasher.hash(`${start}a`);
    equal(
      await hasher.verify(`${start}a`, hash),
      { matches: true, outdated: false },
      'right password',
    );
    equal(await hasher.verify(`${start}b`, hash), noMatch, 'another last byte');
    equal(await hasher.verify(start.slice(0, 72), hash), noMatch, 'the first 72 bytes');
  },

  'no password matches a missing hash': async ({ hasher }) => {
    equal(await hasher.verify('correct horse', undefined), noMatch, 'any password');
    equal(await hasher.verify('', undefined), noMatch, 'an empty password');
  },

  'no password matches a malformed hash': async ({ hasher }) => {
    const hash = await hasher.hash('correct horse');
    const middle = Math.floor(hash.length / 2);
    const broken = [
      '',
      'correct horse',
      hasher.scheme,
      hash.slice(hasher.scheme.length),
      hash.slice(0, middle),
      hash.slice(0, -2),
      `${hash}00`,
      `${hash}\n`,
      ` ${hash}`,
      `unknown:${hash}`,
      `${hasher.scheme}correct horse`,
    ];
    for (const text of broken) equal(await hasher.verify('correct horse', text), noMatch, text);
  },

  'concurrent calls above the capacity are rejected': async ({ hasher, capacity }) => {
    const calls = times(capacity + 3, (n) =>
      n % 2 === 0 ? hasher.hash('password') : hasher.verify('password', undefined),
    );
    const outcomes = await Promise.allSettled(calls);
    const reasons = outcomes.flatMap((outcome): readonly unknown[] =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    equal(reasons.length, 3, 'rejected calls');
    for (const reason of reasons) {
      ok(hasCode(reason, 'overloaded'), `code overloaded, got ${String(reason)}`);
      const { retryAfterMs } = reason;
      ok((retryAfterMs ?? 0) > 0, `retryAfterMs: expected above 0, got ${retryAfterMs}`);
    }
    const hash = await hasher.hash('password');
    equal((await hasher.verify('password', hash)).matches, true, 'the hasher works afterwards');
  },
});
