import type { Clock, IdGenerator, SecretGenerator } from '../../core/index.ts';
import { toHex } from './hex.ts';

/** A 12-bit counter orders ids of one millisecond. It starts in the lower half, to leave room for counting. */
const counterEnd = 0x1000;
const counterStartMask = 0x7ff;

/**
 * UUIDs of version 7 (RFC 9562, section 6.2, method 1). The ids of one generator ascend, even when the clock
 * stands still or goes back. Each has 62 random bits.
 */
export class WebCryptoIdGenerator implements IdGenerator {
  readonly #clock: Clock;
  readonly #pool = new Uint8Array(1_000);
  #used = this.#pool.length;
  #time = 0;
  #counter = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next(): string {
    const bytes = this.#random();
    const view = new DataView(bytes.buffer);
    const now = this.#clock.now();
    if (now > this.#time) {
      this.#time = now;
      this.#counter = view.getUint16(0) & counterStartMask;
    } else {
      this.#counter += 1;
      if (this.#counter === counterEnd) {
        this.#time += 1;
        this.#counter = view.getUint16(0) & counterStartMask;
      }
    }
    const time = this.#time.toString(16).padStart(12, '0');
    const counter = this.#counter.toString(16).padStart(3, '0');
    view.setUint8(2, (view.getUint8(2) & 0x3f) | 0x80);
    const random = toHex(bytes.subarray(2));
    return [
      time.slice(0, 8),
      time.slice(8),
      `7${counter}`,
      random.slice(0, 4),
      random.slice(4),
    ].join('-');
  }

  /** Ten random bytes. A call for each id would take most of its time. */
  #random(): Uint8Array<ArrayBuffer> {
    if (this.#used === this.#pool.length) {
      crypto.getRandomValues(this.#pool);
      this.#used = 0;
    }
    this.#used += 10;
    return this.#pool.slice(this.#used - 10, this.#used);
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from this on are skipped: with them, some characters would be more likely than others. */
const unbiasedBytes = 256 - (256 % alphabet.length);

/** Secrets of letters and digits, all equally likely. */
export class WebCryptoSecretGenerator implements SecretGenerator {
  next(bits: number): string {
    const length = Math.ceil(bits / Math.log2(alphabet.length));
    let secret = '';
    while (secret.length < length) {
      for (const byte of crypto.getRandomValues(new Uint8Array(length - secret.length))) {
        if (byte < unbiasedBytes) secret += alphabet.charAt(byte % alphabet.length);
      }
    }
    return secret;
  }
}
