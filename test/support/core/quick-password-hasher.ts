import { pbkdf2Sync } from 'node:crypto';
import {
  WebCryptoPasswordHasher,
  type PasswordHasherOptions,
} from '../../../adapters/webcrypto/web-crypto-password-hasher.ts';

const { subtle } = crypto;

/**
 * The real password hasher, but with one round of key derivation instead of 100,000, which would
 * dominate the time of most tests. Tests of hashing use the real hasher.
 */
export const quickPasswordHasher = (
  options: Partial<PasswordHasherOptions> = {},
): WebCryptoPasswordHasher =>
  new WebCryptoPasswordHasher({ legacySalt: '', subtle: quickSubtle(), ...options });

type Subtle = NonNullable<PasswordHasherOptions['subtle']>;

/**
 * Web Crypto for password hashes that derives keys in one round, without other threads.
 *
 * @param onDerive called before each derivation.
 */
export const quickSubtle = (onDerive: () => void = () => undefined): Subtle => {
  const importKey = async (_: 'raw', key: Uint8Array): Promise<unknown> => key;
  const deriveBits = async ({ salt }: Pbkdf2Params, key: unknown, length: number) => {
    onDerive();
    return pbkdf2Sync(key as Uint8Array, salt as Uint8Array, 1, length / 8, 'sha256').buffer;
  };
  return { digest: subtle.digest.bind(subtle), importKey, deriveBits } as unknown as Subtle;
};
