import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { WebCryptoDigest } from '../../adapters/webcrypto/web-crypto-digest.ts';
import {
  WebCryptoIdGenerator,
  WebCryptoSecretGenerator,
} from '../../adapters/webcrypto/web-crypto-generators.ts';
import {
  WebCryptoPasswordHasher,
  type PasswordHasherOptions,
} from '../../adapters/webcrypto/web-crypto-password-hasher.ts';
import { WebCryptoOneTimeCodes } from '../../adapters/webcrypto/web-crypto-one-time-codes.ts';
import { WebCryptoWebhookSigner } from '../../adapters/webcrypto/web-crypto-webhook-signer.ts';
import { digestSuite } from '../conformance/crypto/digest.ts';
import { idGeneratorSuite, secretGeneratorSuite } from '../conformance/crypto/generators.ts';
import { passwordHasherSuite } from '../conformance/crypto/password-hasher.ts';
import { conformanceLegacySalt, pbkdf2HasherSuite } from '../conformance/crypto/pbkdf2-hasher.ts';
import { WebCryptoEncryption } from '../../adapters/webcrypto/web-crypto-encryption.ts';
import { encryptionSuite } from '../conformance/crypto/encryption.ts';
import { oneTimeCodesSuite } from '../conformance/crypto/one-time-codes.ts';
import { webhookSignerSuite } from '../conformance/crypto/webhook-signer.ts';
import { registerSuite } from '../conformance/suite.ts';
import { manualClock } from '../support/core/manual-clock.ts';
import { NodeCryptoDigest } from '../../adapters/node-crypto/node-crypto-digest.ts';

const options: PasswordHasherOptions = { legacySalt: conformanceLegacySalt };

registerSuite(
  passwordHasherSuite,
  async () => ({
    subject: {
      hasher: new WebCryptoPasswordHasher({ ...options, parallel: 2, queue: 4 }),
      capacity: 6,
    },
  }),
  test,
);

registerSuite(
  pbkdf2HasherSuite,
  async () => ({ subject: { hasher: new WebCryptoPasswordHasher(options) } }),
  test,
);

registerSuite(digestSuite, async () => ({ subject: { digest: new WebCryptoDigest() } }), test);

registerSuite(
  idGeneratorSuite,
  async () => ({ subject: { ids: new WebCryptoIdGenerator(manualClock()) } }),
  test,
);

registerSuite(
  secretGeneratorSuite,
  async () => ({ subject: { secrets: new WebCryptoSecretGenerator() } }),
  test,
);

interface Derivation {
  readonly salt: string;
  readonly iterations: number;
  readonly bits: number | null | undefined;
  /** Number of running derivations when this one starts, including itself. */
  readonly concurrent: number;
}

/** The real Web Crypto, which records every derivation. */
const observedCrypto = (): { readonly subtle: SubtleCrypto; readonly made: Derivation[] } => {
  const made: Derivation[] = [];
  let running = 0;
  const deriveBits: SubtleCrypto['deriveBits'] = async (algorithm, key, bits) => {
    running += 1;
    const { salt, iterations } = algorithm as Pbkdf2Params;
    const hex = Buffer.from(salt as Uint8Array).toString('hex');
    made.push({ salt: hex, iterations, bits, concurrent: running });
    try {
      return await crypto.subtle.deriveBits(algorithm, key, bits);
    } finally {
      running -= 1;
    }
  };
  const subtle = new Proxy(crypto.subtle, {
    get: (target, name) => {
      const member: unknown = name === 'deriveBits' ? deriveBits : Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { subtle, made };
};

test('a hash is PBKDF2 with SHA-256, 100,000 iterations and its own salt', async () => {
  const hash = await new WebCryptoPasswordHasher(options).hash('Pässword');
  const [, , salt = '', digest] = hash.split(':');
  const expected = pbkdf2Sync('Pässword', Buffer.from(salt, 'hex'), 100_000, 32, 'sha256');
  expect(digest).toBe(expected.toString('hex'));
});

test('CVE-2026-26185: every failed verification takes one derivation, as a match does', async () => {
  const own = await new WebCryptoPasswordHasher(options).hash('password');
  const hashes = {
    own,
    none: undefined,
    legacy: 'ab'.repeat(32),
    broken: 'pbkdf2:1:00:00',
    '': '',
  };
  for (const [kind, hash] of Object.entries(hashes)) {
    for (const password of ['password', 'wrong', '']) {
      const { subtle, made } = observedCrypto();
      await new WebCryptoPasswordHasher({ ...options, subtle }).verify(password, hash);
      const one = [{ iterations: 100_000, bits: 256, concurrent: 1 }];
      expect(made, `${kind}, ${password}`).toMatchObject(one);
      expect(made[0]?.salt, `${kind}, ${password}`).toHaveLength(32);
    }
  }
});

test('concurrent derivations are limited, and all accepted calls complete', async () => {
  const { subtle, made } = observedCrypto();
  const hasher = new WebCryptoPasswordHasher({ ...options, subtle, parallel: 3, queue: 9 });
  await Promise.all(Array.from({ length: 12 }, () => hasher.verify('password', undefined)));
  expect(made).toHaveLength(12);
  expect(Math.max(...made.map(({ concurrent }) => concurrent))).toBe(3);
});

test('a rejected call computes nothing, and completed calls free their slots', async () => {
  const { subtle, made } = observedCrypto();
  const hasher = new WebCryptoPasswordHasher({ ...options, subtle, parallel: 1, queue: 1 });
  for (let round = 1; round <= 3; round += 1) {
    const calls = Array.from({ length: 5 }, () => hasher.hash('password'));
    const outcomes = await Promise.allSettled(calls);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(accepted).toHaveLength(2);
    expect(made).toHaveLength(2 * round);
  }
});

test('a failed derivation frees its slot', async () => {
  const { subtle } = observedCrypto();
  let broken = true;
  const failing = new Proxy(subtle, {
    get: (target, name) => {
      if (name === 'deriveBits' && broken) return () => Promise.reject(new Error('broken'));
      return Reflect.get(target, name);
    },
  });
  const hasher = new WebCryptoPasswordHasher({
    ...options,
    subtle: failing,
    parallel: 1,
    queue: 1,
  });
  await expect(hasher.hash('password')).rejects.toThrow('broken');
  await expect(hasher.verify('password', undefined)).rejects.toThrow('broken');
  broken = false;
  await expect(hasher.hash('password')).resolves.toMatch(/^pbkdf2:/);
});

test('CVE-2025-25298: passwords are not truncated after 72 bytes', async () => {
  const hasher = new WebCryptoPasswordHasher(options);
  const long = 'ä'.repeat(512);
  const hash = await hasher.hash(long);
  expect((await hasher.verify(long, hash)).matches).toBe(true);
  expect((await hasher.verify(long.slice(0, 36), hash)).matches).toBe(false);
  expect((await hasher.verify(`${long.slice(0, 511)}ö`, hash)).matches).toBe(false);
});

test('ids are UUIDs of version 7 with the time of the clock', () => {
  const clock = manualClock(0x0123456789ab);
  const id = new WebCryptoIdGenerator(clock).next();
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids ascend while the clock runs, stands still or goes back', () => {
  const clock = manualClock();
  const ids = new WebCryptoIdGenerator(clock);
  const steps = [0, 1, -5_000, 0, 3, -1, 100_000];
  const all = steps.flatMap((step) => {
    clock.advance(step);
    return Array.from({ length: 5_000 }, () => ids.next());
  });
  const descending = all.filter((id, index) => index > 0 && id <= (all[index - 1] ?? ''));
  expect(descending).toEqual([]);
});

test('the random parts of ids differ', () => {
  const ids = new WebCryptoIdGenerator(manualClock());
  const tails = Array.from({ length: 1_000 }, () => ids.next().slice(19));
  expect(new Set(tails).size).toBe(1_000);
});

registerSuite(digestSuite, async () => ({ subject: { digest: new NodeCryptoDigest() } }), test);

registerSuite(
  oneTimeCodesSuite,
  async () => ({ subject: { codes: new WebCryptoOneTimeCodes() } }),
  test,
);

registerSuite(
  webhookSignerSuite,
  async () => ({ subject: { signer: new WebCryptoWebhookSigner() } }),
  test,
);

const encryption = (...secrets: readonly string[]) => new WebCryptoEncryption(secrets);

registerSuite(encryptionSuite, async () => ({ subject: { encryption: encryption('a') } }), test);

test('the first secret encrypts, and all decrypt', async () => {
  const encrypted = await encryption('new', 'old').encrypt('text');
  expect(await encryption('new').decrypt(encrypted)).toBe('text');
  expect(await encryption('newest', 'new').decrypt(encrypted)).toBe('text');
  expect(await encryption('old').decrypt(encrypted)).toBeUndefined();
});
