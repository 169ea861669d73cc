import type { Digest } from '../../core/index.ts';
import { toHex } from './hex.ts';

export class WebCryptoDigest implements Digest {
  async sha256(text: string): Promise<string> {
    const bytes = new TextEncoder().encode(text);
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
}
