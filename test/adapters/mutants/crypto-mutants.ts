import { WebCryptoDigest } from '../../../adapters/webcrypto/web-crypto-digest.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../../../adapters/webcrypto/web-crypto-generators.ts';
import { WebCryptoOneTimeCodes } from '../../../adapters/webcrypto/web-crypto-one-time-codes.ts';
import { WebCryptoPasswordHasher } from '../../../adapters/webcrypto/web-crypto-password-hasher.ts';
import type {
  IdGenerator,
  OneTimeCodes,
  PasswordHasher,
  SecretGenerator,
} from '../../../core/index.ts';
import { digestSuite, type DigestSubject } from '../../conformance/crypto/digest.ts';
import {
  idGeneratorSuite,
  secretGeneratorSuite,
  type IdGeneratorSubject,
  type SecretGeneratorSubject,
} from '../../conformance/crypto/generators.ts';
import {
  conformanceLegacySalt as legacySalt,
  pbkdf2HasherSuite,
} from '../../conformance/crypto/pbkdf2-hasher.ts';
import {
  passwordHasherSuite,
  type PasswordHasherSubject,
} from '../../conformance/crypto/password-hasher.ts';
import {
  oneTimeCodesSuite,
  type OneTimeCodesSubject,
} from '../../conformance/crypto/one-time-codes.ts';
import { manualClock } from '../../support/core/manual-clock.ts';
import { breaking, mutantsOf, type Mutant } from './mutant.ts';

const broken = breaking<PasswordHasherSubject, 'hasher'>('hasher');

const isHash = (text: string | undefined): boolean =>
  /^(?:pbkdf2:.*|[0-9a-f]{64})$/.test(text ?? '');

export const passwordHasherMutants = mutantsOf<PasswordHasherSubject>(
  passwordHasherSuite,
  () => ({ hasher: new WebCryptoPasswordHasher({ legacySalt, queue: 2 }), capacity: 4 }),
  [
    {
      fault: 'returns hashes in upper case',
      caughtBy: 'a hash begins with the scheme, and has at most 1,000 characters',
      make: broken((intact) => ({
        hash: async (password) => (await intact.hash(password)).toUpperCase(),
      })),
    },
    {
      fault: 'trims passwords',
      caughtBy: 'only the password matches its hash',
      make: broken((intact) => ({
        verify: (password, hash) => intact.verify(password.trim(), hash),
      })),
    },
    {
      fault: 'returns the same hash for the same password',
      caughtBy: 'hashes of one password differ',
      make: broken((intact) => {
        const made = new Map<string, string>();
        const hash: PasswordHasher['hash'] = async (password) => {
          const known = made.get(password) ?? (await intact.hash(password));
          made.set(password, known);
          return known;
        };
        return { hash };
      }),
    },
    {
      fault: 'truncates passwords after 72 bytes',
      caughtBy: 'every byte of a long password counts',
      make: broken((intact) => ({
        hash: (password) => intact.hash(password.slice(0, 72)),
        verify: (password, hash) => intact.verify(password.slice(0, 72), hash),
      })),
    },
    {
      fault: 'accepts any password without a hash',
      caughtBy: 'no password matches a missing hash',
      make: broken((intact) => ({
        verify: async (password, hash) => {
          const verdict = await intact.verify(password, hash);
          return hash === undefined ? { ...verdict, matches: true } : verdict;
        },
      })),
    },
    {
      fault: 'compares a malformed hash with the password itself',
      caughtBy: 'no password matches a malformed hash',
      make: broken((intact) => ({
        verify: async (password, hash) => {
          const verdict = await intact.verify(password, hash);
          return isHash(hash) ? verdict : { ...verdict, matches: password === hash };
        },
      })),
    },
    {
      fault: 'lets any number of calls wait',
      caughtBy: 'concurrent calls above the capacity are rejected',
      make: (subject) => ({
        ...subject,
        hasher: new WebCryptoPasswordHasher({ legacySalt, queue: 1_000 }),
      }),
    },
  ],
);

const brokenPbkdf2 = breaking<Pick<PasswordHasherSubject, 'hasher'>, 'hasher'>('hasher');

export const pbkdf2HasherMutants = mutantsOf<Pick<PasswordHasherSubject, 'hasher'>>(
  pbkdf2HasherSuite,
  () => ({ hasher: new WebCryptoPasswordHasher({ legacySalt }) }),
  [
    {
      fault: 'returns hashes in upper case',
      caughtBy: 'a hash has the form pbkdf2:100000:<salt>:<hash>',
      make: brokenPbkdf2((intact) => ({
        hash: async (password) => (await intact.hash(password)).toUpperCase(),
      })),
    },
    {
      fault: 'encodes passwords in Latin-1',
      caughtBy: 'a hash from another implementation matches',
      make: brokenPbkdf2((intact) => {
        const bytes = (text: string) => Buffer.from(text, 'latin1').toString('latin1');
        return { verify: (password, hash) => intact.verify(bytes(password), hash) };
      }),
    },
    {
      fault: 'never reports a hash as outdated',
      caughtBy: 'a legacy hash matches, with the configured salt, and is outdated',
      make: brokenPbkdf2((intact) => ({
        verify: async (password, hash) => ({
          ...(await intact.verify(password, hash)),
          outdated: false,
        }),
      })),
    },
    {
      fault: 'compares the beginning of a hash',
      caughtBy:
        'no password matches a malformed hash of PBKDF2, or one with another number of rounds',
      make: brokenPbkdf2((intact) => ({
        verify: (password, hash) => intact.verify(password, hash?.slice(0, 111)),
      })),
    },
  ],
);

export const digestMutants = mutantsOf<DigestSubject>(
  digestSuite,
  () => ({ digest: new WebCryptoDigest() }),
  [
    {
      fault: 'uses upper case',
      caughtBy: 'sha256 returns lower-case hexadecimal digits',
      make: ({ digest }) => ({
        digest: { sha256: async (text) => (await digest.sha256(text)).toUpperCase() },
      }),
    },
    {
      fault: 'trims its input',
      caughtBy: 'similar texts have different digests',
      make: ({ digest }) => ({ digest: { sha256: (text) => digest.sha256(text.trim()) } }),
    },
  ],
);

const withIds =
  (next: (intact: IdGenerator) => IdGenerator['next']): Mutant<IdGeneratorSubject>['make'] =>
  ({ ids }) => ({ ids: { next: next(ids) } });

export const idGeneratorMutants = mutantsOf<IdGeneratorSubject>(
  idGeneratorSuite,
  () => ({ ids: new WebCryptoIdGenerator(manualClock()) }),
  [
    {
      fault: 'uses upper case',
      caughtBy: 'every id is a UUID in lower case',
      make: withIds((intact) => () => intact.next().toUpperCase()),
    },
    {
      fault: 'leaves out the random part',
      caughtBy: 'ids are unique',
      make: withIds(
        (intact) => () => `${intact.next().slice(0, 14)}7000-8000-000000000000`.slice(0, 36),
      ),
    },
  ],
);

const withSecrets =
  (
    next: (intact: SecretGenerator) => SecretGenerator['next'],
  ): Mutant<SecretGeneratorSubject>['make'] =>
  ({ secrets }) => ({ secrets: { next: next(secrets) } });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const secretGeneratorMutants = mutantsOf<SecretGeneratorSubject>(
  secretGeneratorSuite,
  () => ({ secrets: new WebCryptoSecretGenerator() }),
  [
    {
      fault: 'uses punctuation',
      caughtBy: 'a secret consists of letters and digits',
      make: withSecrets((intact) => (bits) => intact.next(bits).replaceAll('a', '-')),
    },
    {
      fault: 'counts eight bits for each character',
      caughtBy: 'a secret has at least the requested number of bits',
      make: withSecrets((intact) => (bits) => intact.next(bits).slice(0, bits / 8)),
    },
    {
      fault: 'returns the same secret again',
      caughtBy: 'secrets are unique',
      make: withSecrets((intact) => {
        const first = intact.next(512);
        return () => first;
      }),
    },
    {
      fault: 'uses random bytes modulo the size of its alphabet',
      caughtBy: 'all characters are equally likely',
      make: withSecrets(() => (bits) => {
        const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 5)));
        return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
      }),
    },
  ],
);

const withCodes =
  (changes: (intact: OneTimeCodes) => Partial<OneTimeCodes>): Mutant<OneTimeCodesSubject>['make'] =>
  ({ codes }) => ({
    codes: {
      newKey: () => codes.newKey(),
      codeOf: (key, counter) => codes.codeOf(key, counter),
      ...changes(codes),
    },
  });

export const oneTimeCodesMutants = mutantsOf<OneTimeCodesSubject>(
  oneTimeCodesSuite,
  () => ({ codes: new WebCryptoOneTimeCodes() }),
  [
    {
      fault: 'makes short keys',
      caughtBy: 'a key is 160 random bits in base32',
      make: withCodes((intact) => ({ newKey: () => intact.newKey().slice(0, 26) })),
    },
    {
      fault: 'counts from one',
      caughtBy: 'the codes are those of RFC 4226',
      make: withCodes((intact) => ({ codeOf: (key, counter) => intact.codeOf(key, counter + 1) })),
    },
    {
      fault: 'leaves out zeros at the beginning',
      caughtBy: 'the codes of times are those of RFC 6238',
      make: withCodes((intact) => ({
        codeOf: async (key, counter) => String(Number(await intact.codeOf(key, counter))),
      })),
    },
    {
      fault: 'ignores the end of the key',
      caughtBy: 'keys with other bits have other codes',
      make: withCodes((intact) => ({
        codeOf: (key, counter) => intact.codeOf(`${key.slice(0, 31)}Q`, counter),
      })),
    },
  ],
);
