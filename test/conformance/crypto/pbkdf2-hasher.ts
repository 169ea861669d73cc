import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { PasswordHasherSubject } from './password-hasher.ts';

/** The salt of legacy hashes that the hasher of the suite is configured with. */
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

/** For the built-in hasher and others with its form: PBKDF2 with SHA-256 in exactly 100,000 rounds, and the legacy hashes. */
export const pbkdf2HasherSuite = suite<Pick<PasswordHasherSubject, 'hasher'>>('PasswordHasher', {
  'a hash has the form pbkdf2:100000:<salt>:<hash>': async ({ hasher }) => {
    const hash = await hasher.hash('correct horse');
    ok(form.test(hash), `form of the hash, got ${hash}`);
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

  'no password matches a malformed hash of PBKDF2, or one with another number of rounds': async ({
    hasher,
  }) => {
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
});
