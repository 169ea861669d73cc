import { WebCryptoPasswordHasher } from '../../adapters/webcrypto/web-crypto-password-hasher.ts';

const { subtle } = crypto;

/**
 * The password hasher as it is, but for the work: one round of the derivation in place of all. For
 * tests that sign in hundreds of times and are about something else.
 */
export const quickPasswordHasher = (): WebCryptoPasswordHasher =>
  new WebCryptoPasswordHasher({
    legacySalt: '',
    queue: 1_000,
    subtle: {
      importKey: subtle.importKey.bind(subtle),
      digest: subtle.digest.bind(subtle),
      deriveBits: (algorithm: Pbkdf2Params, key: CryptoKey, length: number) =>
        subtle.deriveBits({ ...algorithm, iterations: 1 }, key, length),
    },
  });
