import type { PasswordHasher } from '../../../core/index.ts';
import { quickPasswordHasher, quickSubtle } from './quick-password-hasher.ts';

export interface CountedPasswords {
  readonly passwords: PasswordHasher;
  /** The number of keys derived since the previous call. */
  readonly derivations: () => number;
}

/** A password hasher that counts its derivations. */
export const countedPasswords = (): CountedPasswords => {
  let derivations = 0;
  const subtle = quickSubtle(() => {
    derivations += 1;
  });
  return {
    passwords: quickPasswordHasher({ subtle }),
    derivations: () => {
      const count = derivations;
      derivations = 0;
      return count;
    },
  };
};
