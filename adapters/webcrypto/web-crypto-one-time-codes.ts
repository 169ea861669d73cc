import type { OneTimeCodes } from '../../core/index.ts';
import { fromBase32, toBase32 } from './base32.ts';

const algorithm = { name: 'HMAC', hash: 'SHA-1' } as const;
/** As many as RFC 4226 recommends. */
const keyBytes = 20;
const digits = 6;

export class WebCryptoOneTimeCodes implements OneTimeCodes {
  newKey(): string {
    return toBase32(crypto.getRandomValues(new Uint8Array(keyBytes)));
  }

  async codeOf(key: string, counter: number): Promise<string> {
    const imported = await crypto.subtle.importKey('raw', fromBase32(key), algorithm, false, [
      'sign',
    ]);
    const message = new DataView(new ArrayBuffer(8));
    message.setBigUint64(0, BigInt(counter));
    const mac = new DataView(await crypto.subtle.sign(algorithm, imported, message));
    // RFC 4226, section 5.3: the last four bits say where the number begins.
    const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
    const number = mac.getUint32(offset) & 0x7fffffff;
    return String(number % 10 ** digits).padStart(digits, '0');
  }
}
