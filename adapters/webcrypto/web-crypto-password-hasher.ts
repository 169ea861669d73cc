import type { PasswordHasher, Verification } from '../../core/index.ts';
import { boundedQueue, type Run } from './bounded-queue.ts';
import { fromHex, toHex } from './hex.ts';

/** As much of Web Crypto as hashing takes. */
type Derivation = Pick<SubtleCrypto, 'importKey' | 'deriveBits' | 'digest'>;

export interface PasswordHasherOptions {
  /** What the legacy kind of hash puts behind the password. */
  readonly legacySalt: string;
  /** Hashes computed at once: each keeps a processor busy for some ten milliseconds. */
  readonly parallel?: number;
  /** Hashes that may wait for those. */
  readonly queue?: number;
  readonly subtle?: Derivation;
}

const iterations = 100_000;
const saltBytes = 16;
const hashBytes = 32;
const ownForm = new RegExp(`^pbkdf2:${iterations}:([0-9a-f]{32}):([0-9a-f]{64})$`);
const legacyForm = /^[0-9a-f]{64}$/i;

/** Stands in where there is no salt, so that the derivation is made all the same. */
const noSalt = new Uint8Array(saltBytes);

/** PBKDF2 (RFC 8018) with SHA-256. Every call costs one derivation. */
export class WebCryptoPasswordHasher implements PasswordHasher {
  readonly #legacySalt: string;
  readonly #subtle: Derivation;
  readonly #run: Run;

  constructor(options: PasswordHasherOptions) {
    const { legacySalt, parallel = 2, queue = 64, subtle = crypto.subtle } = options;
    this.#legacySalt = legacySalt;
    this.#subtle = subtle;
    this.#run = boundedQueue({ parallel, waiting: queue });
  }

  async hash(password: string): Promise<string> {
    const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
    const derived = await this.#derive(password, salt);
    return `pbkdf2:${iterations}:${toHex(salt)}:${toHex(derived)}`;
  }

  async verify(password: string, hash = ''): Promise<Verification> {
    const [, salt, own] = ownForm.exec(hash) ?? [];
    const derived = await this.#derive(password, salt === undefined ? noSalt : fromHex(salt));
    if (own !== undefined) return { matches: isSame(derived, fromHex(own)), outdated: false };
    const legacy = await this.#legacyDigest(password);
    const outdated = legacyForm.test(hash);
    return { matches: outdated && isSame(legacy, fromHex(hash)), outdated };
  }

  #derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return this.#run(async () => {
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

/** Looks at every byte, wherever the first difference is. */
const isSame = (left: Uint8Array, right: Uint8Array): boolean => {
  let difference = left.length ^ right.length;
  left.forEach((byte, at) => {
    difference |= byte ^ (right[at] ?? 0);
  });
  return difference === 0;
};
