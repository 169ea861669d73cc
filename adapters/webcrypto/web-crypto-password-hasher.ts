import {
  DomainError,
  gate,
  type Gate,
  type PasswordHasher,
  type Verification,
} from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import { fromHex, toHex } from './hex.ts';

/** The part of Web Crypto that this adapter uses. */
type Derivation = Pick<SubtleCrypto, 'importKey' | 'deriveBits' | 'digest'>;

export interface PasswordHasherOptions {
  /** Appended to the password in legacy hashes. */
  readonly legacySalt: string;
  /** How many hashes are computed at once. Each keeps a CPU busy for some ten milliseconds. Defaults to 2. */
  readonly parallel?: number;
  /** How many calls may wait; further calls are rejected. Defaults to 64. */
  readonly queue?: number;
  readonly subtle?: Derivation;
}

const iterations = 100_000;
const saltBytes = 16;
const hashBytes = 32;
const currentForm = new RegExp(`^pbkdf2:${iterations}:([0-9a-f]{32}):([0-9a-f]{64})$`);
const legacyForm = /^[0-9a-f]{64}$/i;

/** For legacy, malformed and missing hashes: every verification takes the same time. */
const dummySalt = new Uint8Array(saltBytes);

/**
 * PBKDF2 (RFC 8018) with SHA-256 in 100,000 rounds: `pbkdf2:100000:<salt hex>:<hash hex>`, with no other number of rounds.
 * A hash of 64 hex digits has the legacy format: SHA-256 of the password followed by the configured salt. It is outdated.
 * Every call computes exactly one derivation.
 */
export class WebCryptoPasswordHasher implements PasswordHasher {
  readonly scheme = 'pbkdf2:';
  readonly #legacySalt: string;
  readonly #subtle: Derivation;
  readonly #gate: Gate;

  constructor(options: PasswordHasherOptions) {
    const { legacySalt, parallel = 2, queue = 64, subtle = crypto.subtle } = options;
    this.#legacySalt = legacySalt;
    this.#subtle = subtle;
    this.#gate = gate({ slots: parallel, maxWaiting: queue, reject: overloaded });
  }

  async hash(password: string): Promise<string> {
    const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
    const derived = await this.#derive(password, salt);
    return `pbkdf2:${iterations}:${toHex(salt)}:${toHex(derived)}`;
  }

  async verify(password: string, hash = ''): Promise<Verification> {
    const [, salt, expected] = currentForm.exec(hash) ?? [];
    const derived = await this.#derive(password, salt === undefined ? dummySalt : fromHex(salt));
    if (expected !== undefined) {
      return { matches: isEqual(derived, fromHex(expected)), outdated: false };
    }
    const legacy = await this.#legacyDigest(password);
    const outdated = legacyForm.test(hash);
    return { matches: outdated && isEqual(legacy, fromHex(hash)), outdated };
  }

  #derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return this.#gate.run(async () => {
      const bytes = new TextEncoder().encode(password);
      const key = await this.#subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
      const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
      return new Uint8Array(await this.#subtle.deriveBits(algorithm, key, 8 * hashBytes));
    });
  }

  async #legacyDigest(password: string): Promise<Uint8Array> {
    const bytes = new TextEncoder().encode(password + this.#legacySalt);
    return new Uint8Array(await this.#subtle.digest('SHA-256', bytes));
  }
}

const overloaded = (): DomainError =>
  new DomainError('overloaded', 'Too many requests are waiting; try again shortly', {
    retryAfterMs: second,
  });

/** Compares in constant time. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean => {
  let difference = left.length ^ right.length;
  left.forEach((byte, at) => {
    difference |= byte ^ (right[at] ?? 0);
  });
  return difference === 0;
};
