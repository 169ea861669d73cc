import {
  WebCryptoPasswordHasher,
  type PasswordHasherOptions,
} from '../../adapters/webcrypto/web-crypto-password-hasher.ts';

const { subtle } = crypto;

/**
 * The real password hasher, but with one round of key derivation instead of 100,000, which would
 * dominate the time of most tests. Tests of hashing use the real hasher.
 */
export const quickPasswordHasher = (
  options: Partial<PasswordHasherOptions> = {},
): WebCryptoPasswordHasher =>
  new WebCryptoPasswordHasher({ legacySalt: '', subtle: quickSubtle(), ...options });

/**
 * Web Crypto for password hashes that derives keys in one round.
 *
 * @param onDerive called before each derivation.
 */
export const quickSubtle = (
  onDerive: () => void = () => undefined,
): NonNullable<PasswordHasherOptions['subtle']> => ({
  importKey: subtle.importKey.bind(subtle),
  digest: subtle.digest.bind(subtle),
  deriveBits: (algorithm: Pbkdf2Params, key: CryptoKey, length: number) => {
    onDerive();
    return subtle.deriveBits({ ...algorithm, iterations: 1 }, key, length);
  },
});
