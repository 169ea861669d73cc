import { hasCode, type PasswordHasher } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { times } from './cases.ts';
import { suite } from './suite.ts';

export interface PasswordHasherSubject {
  /** Configured with {@link conformanceLegacySalt}. */
  readonly hasher: PasswordHasher;
  /** How many calls it takes on at once, those that wait included; a small number. */
  readonly capacity: number;
}

export const conformanceLegacySalt = 'old-salt';

const form = /^pbkdf2:100000:[0-9a-f]{32}:[0-9a-f]{64}$/;

// Computed elsewhere: what others wrote in these forms must keep working.
const foreign = {
  password: 'Passwort mit Ä und 🌍',
  pbkdf2: [
    'pbkdf2:100000:00112233445566778899aabbccddeeff',
    '0b6de55cb9d7d467479b4b17dbc52713baa5eb8cc8080e44ce1c99273130442b',
  ].join(':'),
  legacy: '80fed1bce6b559f848b201cc181b00f8a62ab25ed6ff20b42816feee92410e0b',
};

const nothing = { matches: false, outdated: false };

export const passwordHasherSuite = suite<PasswordHasherSubject>('PasswordHasher', {
  'a hash has the promised form': async ({ hasher }) => {
    ok(form.test(await hasher.hash('correct horse')), 'the form');
  },

  'a password matches its hash and no other does': async ({ hasher }) => {
    const hash = await hasher.hash('correct horse');
    equal(await hasher.verify('correct horse', hash), { matches: true, outdated: false }, 'right');
    for (const wrong of ['correct hors', 'correct horse ', 'Correct horse', 'correct  horse', '']) {
      equal(await hasher.verify(wrong, hash), nothing, JSON.stringify(wrong));
    }
  },

  'two hashes of one password differ': async ({ hasher }) => {
    const hashes = [await hasher.hash('same'), await hasher.hash('same')];
    equal(new Set(hashes).size, 2, 'different hashes');
  },

  'every byte of a long password counts': async ({ hasher }) => {
    const start = 'x'.repeat(1_023);
    const hash = await hasher.hash(`${start}a`);
    equal(await hasher.verify(`${start}a`, hash), { matches: true, outdated: false }, 'right');
    equal(await hasher.verify(`${start}b`, hash), nothing, 'another last byte');
    equal(await hasher.verify(start.slice(0, 72), hash), nothing, 'the first 72 bytes');
  },

  'a hash that others made matches': async ({ hasher }) => {
    const { password, pbkdf2 } = foreign;
    equal(await hasher.verify(password, pbkdf2), { matches: true, outdated: false }, 'right');
    equal(await hasher.verify('another', pbkdf2), nothing, 'wrong');
  },

  'a legacy hash matches with the configured salt and is outdated': async ({ hasher }) => {
    const { password, legacy } = foreign;
    equal(await hasher.verify(password, legacy), { matches: true, outdated: true }, 'right');
    equal((await hasher.verify('another', legacy)).matches, false, 'wrong');
    equal((await hasher.verify(legacy, legacy)).matches, false, 'the hash as a password');
  },

  'nothing matches where there is no account': async ({ hasher }) => {
    equal(await hasher.verify('correct horse', undefined), nothing, 'a password');
    equal(await hasher.verify('', undefined), nothing, 'no password');
  },

  'nothing matches a text that is no hash': async ({ hasher }) => {
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
    for (const text of broken) equal(await hasher.verify('correct horse', text), nothing, text);
  },

  'too many calls at once are turned away, the others answered': async ({ hasher, capacity }) => {
    const calls = times(capacity + 3, (n) =>
      n % 2 === 0 ? hasher.hash('password') : hasher.verify('password', undefined),
    );
    const outcomes = await Promise.allSettled(calls);
    const reasons = outcomes.flatMap((outcome): readonly unknown[] =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    equal(reasons.length, 3, 'calls turned away');
    for (const reason of reasons) {
      ok(hasCode(reason, 'overloaded'), `the code overloaded, not ${String(reason)}`);
      ok((reason.retryAfterMs ?? 0) > 0, 'when to come back');
    }
    ok(form.test(await hasher.hash('password')), 'a hash afterwards');
  },
});
