import { hash } from 'node:crypto';
import type { Digest } from '../../core/index.ts';

/** Hashes on the calling thread: Web Crypto would make short texts wait for the hashing of passwords. */
export class NodeCryptoDigest implements Digest {
  async sha256(text: string): Promise<string> {
    return hash('sha256', text);
  }
}
