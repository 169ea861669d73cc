import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DomainError, gate, type PasswordHasher, type Verification } from 'quoin/core';

const derive = promisify(argon2);

export interface Argon2Options {
  /** In KiB; 19 MiB by default, as OWASP advises. */
  readonly memory?: number;
  readonly passes?: number;
  /** How many hashes are computed at once, and how many more calls may wait. */
  readonly parallel?: number;
  readonly queue?: number;
}

const tagBytes = 32;
const form = /^\$argon2id\$v=19\$(m=\d+,t=\d+,p=1)\$([\w+/]{22})\$([\w+/]{43})$/;
/** What a stored hash may demand: nobody but this service writes them, but a mistake must not take all memory. */
const highest = { memory: 1024 * 1024, passes: 100 };

/** Argon2id (RFC 9106) of Node 24.7 and later, in the form of the reference implementation. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly scheme = '$argon2id$';
  readonly #costs: { readonly memory: number; readonly passes: number };
  readonly #gate;

  constructor({ memory = 19_456, passes = 2, parallel = 2, queue = 64 }: Argon2Options = {}) {
    this.#costs = { memory, passes };
    this.#gate = gate({ slots: parallel, maxWaiting: queue, reject: overloaded });
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await this.#derive(password, salt, this.#costs);
    return `${this.scheme}v=19$${textOf(this.#costs)}$${encode(salt)}$${encode(tag)}`;
  }

  async verify(password: string, hash = ''): Promise<Verification> {
    const stored = parse(hash);
    const { costs, salt } = stored ?? { costs: this.#costs, salt: Buffer.alloc(16) };
    const tag = await this.#derive(password, salt, costs);
    if (stored === undefined) return { matches: false, outdated: false };
    return {
      matches: timingSafeEqual(tag, stored.tag),
      outdated: textOf(costs) !== textOf(this.#costs),
    };
  }

  #derive(message: string, nonce: Buffer, costs: Costs): Promise<Buffer> {
    const options = { message, nonce, ...costs, parallelism: 1, tagLength: tagBytes };
    return this.#gate.run(() => derive('argon2id', options));
  }
}

interface Costs {
  readonly memory: number;
  readonly passes: number;
}

const textOf = ({ memory, passes }: Costs): string => `m=${memory},t=${passes},p=1`;

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const parse = (hash: string) => {
  const [, text = '', salt = '', tag = ''] = form.exec(hash) ?? [];
  const [memory = 0, passes = 0] = (text.match(/\d+/g) ?? []).map(Number);
  const isValid =
    memory >= 8 && memory <= highest.memory && passes >= 1 && passes <= highest.passes;
  if (!isValid) return undefined;
  const bytes = { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
  const isCanonical = encode(bytes.salt) === salt && encode(bytes.tag) === tag;
  return isCanonical ? { costs: { memory, passes }, ...bytes } : undefined;
};

const overloaded = (): DomainError =>
  new DomainError('overloaded', 'Too many requests are waiting; try again shortly', {
    retryAfterMs: 1_000,
  });
