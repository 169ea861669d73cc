import type { WebhookSigner } from '../../core/index.ts';
import { fromBase64, toBase64 } from './base64.ts';

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

export class WebCryptoWebhookSigner implements WebhookSigner {
  newKey(): string {
    return toBase64(crypto.getRandomValues(new Uint8Array(32)));
  }

  async sign(key: string, text: string): Promise<string> {
    const imported = await crypto.subtle.importKey('raw', fromBase64(key), algorithm, false, [
      'sign',
    ]);
    const signature = await crypto.subtle.sign(algorithm, imported, new TextEncoder().encode(text));
    return toBase64(new Uint8Array(signature));
  }
}
