import type { WebhookSigner } from '../../core/index.ts';

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

export class WebCryptoWebhookSigner implements WebhookSigner {
  newKey(): string {
    return toBase64(crypto.getRandomValues(new Uint8Array(32)));
  }

  async sign(key: string, text: string): Promise<string> {
    const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
    const imported = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
    const signature = await crypto.subtle.sign(algorithm, imported, new TextEncoder().encode(text));
    return toBase64(new Uint8Array(signature));
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
