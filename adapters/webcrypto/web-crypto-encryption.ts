import type { Encryption } from '../../core/index.ts';
import { fromBase64, toBase64 } from './base64.ts';

const algorithm = 'AES-GCM';
/** As recommended for AES-GCM. */
const ivBytes = 12;

/** AES-GCM with 256 bits. The keys are derived from secrets that also serve other purposes. */
export class WebCryptoEncryption implements Encryption {
  readonly #secrets: readonly string[];
  #keys: Promise<readonly CryptoKey[]> | undefined;

  /** @param secret of several, the first encrypts, and all decrypt. */
  constructor(secret: string | readonly string[]) {
    this.#secrets = [secret].flat();
  }

  async encrypt(text: string): Promise<string> {
    const [key] = await this.#derivedKeys();
    if (key === undefined) throw new TypeError('There is no secret to encrypt with');
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const bytes = new TextEncoder().encode(text);
    const encrypted = await crypto.subtle.encrypt({ name: algorithm, iv }, key, bytes);
    return toBase64(new Uint8Array([...iv, ...new Uint8Array(encrypted)]));
  }

  async decrypt(encrypted: string): Promise<string | undefined> {
    const bytes = readBase64(encrypted);
    if (bytes === undefined) return undefined;
    const iv = bytes.subarray(0, ivBytes);
    for (const key of await this.#derivedKeys()) {
      try {
        const parameters = { name: algorithm, iv };
        const text = await crypto.subtle.decrypt(parameters, key, bytes.subarray(ivBytes));
        return new TextDecoder().decode(text);
      } catch {
        // Another key has encrypted it, or it was changed.
      }
    }
    return undefined;
  }

  #derivedKeys(): Promise<readonly CryptoKey[]> {
    this.#keys ??= Promise.all(this.#secrets.map(deriveKey));
    return this.#keys;
  }
}

const deriveKey = async (secret: string): Promise<CryptoKey> => {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
  ]);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode('encryption'),
  };
  return crypto.subtle.deriveKey(parameters, material, { name: algorithm, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
};

const readBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
};
