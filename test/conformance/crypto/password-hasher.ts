import { hasCode, type PasswordHasher } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { suite } from '../suite.ts';

export interface PasswordHasherSubject {
  /** Configured with {@link conformanceLegacySalt}. */
  readonly hasher: PasswordHasher;
  /** How many concurrent calls the hasher accepts, including those that wait. A small number. */
  readonly capacity: number;
}

export const conformanceLegacySalt = 'old-salt';

const form = /^pbkdf2:100000:[0-9a-f]{32}:[0-9a-f]{64}$/;

// From another implementation: existing hashes in these forms must keep working.
const foreign = {
  password: 'Passwort mit Ä und 🌍',
  pbkdf2: [
    'pbkdf2:100000:00112233445566778899aabbccddeeff',
    '0b6de55cb9d7d467479b4b17dbc52713baa5eb8cc8080e44ce1c99273130442b',
  ].join(':'),
  legacy: '80fed1bce6b559f848b201cc181b00f8a62ab25ed6ff20b42816feee92410e0b',
};

const noMatch = { matches: false, outdated: false };

export const passwordHasherSuite = suite<PasswordHasherSubject>('PasswordHasher', {
  'a hash has the documented form': async ({ hasher }) => {
    ok(form.test(await hasher.hash('correct horse')), 'form of the hash');
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

  'a hash from another implementation matches': async ({ hasher }) => {
    const { password, pbkdf2 } = foreign;
    equal(
      await hasher.verify(password, pbkdf2),
      { matches: true, outdated: false },
      'right password',
    );
    equal(await hasher.verify('another', pbkdf2), noMatch, 'wrong password');
  },

  'a legacy hash matches, with the configured salt, and is outdated': async ({ hasher }) => {
    const { password, legacy } = foreign;
    equal(
      await hasher.verify(password, legacy),
      { matches: true, outdated: true },
      'right password',
    );
    equal((await hasher.verify('another', legacy)).matches, false, 'wrong password');
    equal((await hasher.verify(legacy, legacy)).matches, false, 'the hash as a password');
  },

  'no password matches a missing hash': async ({ hasher }) => {
    equal(await hasher.verify('correct horse', undefined), noMatch, 'any password');
    equal(await hasher.verify('', undefined), noMatch, 'an empty password');
  },

  'no password matches a malformed hash': async ({ hasher }) => {
    const [, , salt = '', hash = ''] = (await hasher.hash('correct horse')).split(':');
    const broken = [
      '',
      'correct horse',
      hash.slice(1),
      `pbkdf2:1:${salt}:${hash}`,
      `pbkdf2:100000:${salt}:`,
      `pbkdf2:100000::${hash}`,
      `pbkdf2:100000:${salt}:${hash.slice(2)}`,
      `pbkdf2:100000:${salt}:${hash}00`,
      ` pbkdf2:100000:${salt}:${hash}`,
      `pbkdf2:100000:${salt}:${'zz'.repeat(32)}`,
      `scrypt:100000:${salt}:${hash}`,
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
      ok((reason.retryAfterMs ?? 0) > 0, 'retryAfterMs is positive');
    }
    ok(form.test(await hasher.hash('password')), 'the hasher works afterwards');
  },
});
