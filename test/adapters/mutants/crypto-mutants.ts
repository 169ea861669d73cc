import { WebCryptoDigest } from '../../../adapters/webcrypto/web-crypto-digest.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../../../adapters/webcrypto/web-crypto-generators.ts';
import { WebCryptoPasswordHasher } from '../../../adapters/webcrypto/web-crypto-password-hasher.ts';
import type { IdGenerator, PasswordHasher, SecretGenerator } from '../../../core/index.ts';
import { digestSuite, type DigestSubject } from '../../conformance/digest.ts';
import {
  idGeneratorSuite,
  secretGeneratorSuite,
  type IdGeneratorSubject,
  type SecretGeneratorSubject,
} from '../../conformance/generators.ts';
import {
  conformanceLegacySalt as legacySalt,
  passwordHasherSuite,
  type PasswordHasherSubject,
} from '../../conformance/password-hasher.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { altered } from '../../support/altered.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

const broken =
  (
    changes: (intact: PasswordHasher) => Partial<PasswordHasher>,
  ): Mutant<PasswordHasherSubject>['make'] =>
  (subject) => ({ ...subject, hasher: altered(subject.hasher, changes(subject.hasher)) });

const isHash = (text: string | undefined): boolean =>
  /^(?:pbkdf2:.*|[0-9a-f]{64})$/.test(text ?? '');

export const passwordHasherMutants = mutantsOf<PasswordHasherSubject>(
  passwordHasherSuite,
  () => ({ hasher: new WebCryptoPasswordHasher({ legacySalt, queue: 2 }), capacity: 4 }),
  [
    {
      fault: 'writes its hashes in capitals',
      caughtBy: 'a hash has the promised form',
      make: broken((intact) => ({
        hash: async (password) => (await intact.hash(password)).toUpperCase(),
      })),
    },
    {
      fault: 'is lenient about blanks',
      caughtBy: 'a password matches its hash and no other does',
      make: broken((intact) => ({
        verify: (password, hash) => intact.verify(password.trim(), hash),
      })),
    },
    {
      fault: 'hashes every password once',
      caughtBy: 'two hashes of one password differ',
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
      fault: 'cuts passwords after 72 bytes',
      caughtBy: 'every byte of a long password counts',
      make: broken((intact) => ({
        hash: (password) => intact.hash(password.slice(0, 72)),
        verify: (password, hash) => intact.verify(password.slice(0, 72), hash),
      })),
    },
    {
      fault: 'takes the last byte of each character only',
      caughtBy: 'a hash that others made matches',
      make: broken((intact) => {
        const bytes = (text: string) => Buffer.from(text, 'latin1').toString('latin1');
        return { verify: (password, hash) => intact.verify(bytes(password), hash) };
      }),
    },
    {
      fault: 'never asks for a fresh hash',
      caughtBy: 'a legacy hash matches with the configured salt and is outdated',
      make: broken((intact) => ({
        verify: async (password, hash) => ({
          ...(await intact.verify(password, hash)),
          outdated: false,
        }),
      })),
    },
    {
      fault: 'lets in whoever has no hash',
      caughtBy: 'nothing matches where there is no account',
      make: broken((intact) => ({
        verify: async (password, hash) => {
          const verdict = await intact.verify(password, hash);
          return hash === undefined ? { ...verdict, matches: true } : verdict;
        },
      })),
    },
    {
      fault: 'compares what is no hash as it stands',
      caughtBy: 'nothing matches a text that is no hash',
      make: broken((intact) => ({
        verify: async (password, hash) => {
          const verdict = await intact.verify(password, hash);
          return isHash(hash) ? verdict : { ...verdict, matches: password === hash };
        },
      })),
    },
    {
      fault: 'lets any number wait',
      caughtBy: 'too many calls at once are turned away, the others answered',
      make: (subject) => ({
        ...subject,
        hasher: new WebCryptoPasswordHasher({ legacySalt, queue: 1_000 }),
      }),
    },
  ],
);

export const digestMutants = mutantsOf<DigestSubject>(
  digestSuite,
  () => ({ digest: new WebCryptoDigest() }),
  [
    {
      fault: 'writes capitals',
      caughtBy: 'a text has its SHA-256 in lower-case hex',
      make: ({ digest }) => ({
        digest: { sha256: async (text) => (await digest.sha256(text)).toUpperCase() },
      }),
    },
    {
      fault: 'trims what it digests',
      caughtBy: 'texts that look alike have different digests',
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
      fault: 'writes capitals',
      caughtBy: 'every id is a UUID in lower case',
      make: withIds((intact) => () => intact.next().toUpperCase()),
    },
    {
      fault: 'leaves the random part out',
      caughtBy: 'no id comes twice',
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
      fault: 'uses punctuation, too',
      caughtBy: 'a secret is letters and digits',
      make: withSecrets((intact) => (bits) => intact.next(bits).replaceAll('a', '-')),
    },
    {
      fault: 'takes a character for a byte',
      caughtBy: 'a secret is long enough for the bits asked for',
      make: withSecrets((intact) => (bits) => intact.next(bits).slice(0, bits / 8)),
    },
    {
      fault: 'gives the same secret again',
      caughtBy: 'no secret comes twice',
      make: withSecrets((intact) => {
        const first = intact.next(512);
        return () => first;
      }),
    },
    {
      fault: 'takes random bytes modulo the size of its alphabet',
      caughtBy: 'no character is favoured',
      make: withSecrets(() => (bits) => {
        const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 5)));
        return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
      }),
    },
  ],
);
