import { WebCryptoPasswordHasher } from '../../adapters/webcrypto/web-crypto-password-hasher.ts';
import type { PasswordHasher } from '../../core/index.ts';

export interface CountedPasswords {
  readonly passwords: PasswordHasher;
  /** How many keys were derived since this was asked last. */
  readonly derivations: () => number;
}

/** The real password hashes, whose work is counted. */
export const countedPasswords = (): CountedPasswords => {
  let derivations = 0;
  const subtle = new Proxy(crypto.subtle, {
    get: (target, name) => {
      if (name === 'deriveBits') derivations += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return {
    passwords: new WebCryptoPasswordHasher({ legacySalt: '', subtle }),
    derivations: () => {
      const count = derivations;
      derivations = 0;
      return count;
    },
  };
};
