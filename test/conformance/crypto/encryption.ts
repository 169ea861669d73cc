import type { Encryption } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import { awkwardText } from '../samples.ts';
import { suite } from '../suite.ts';

export interface EncryptionSubject {
  readonly encryption: Encryption;
}

export const encryptionSuite = suite<EncryptionSubject>('Encryption', {
  'a text is decrypted unchanged': async ({ encryption }) => {
    for (const text of ['', 'a', awkwardText, 'é'.repeat(100_000)]) {
      equal(await encryption.decrypt(await encryption.encrypt(text)), text, 'the text');
    }
  },

  'what is encrypted does not show the text, and differs each time': async ({ encryption }) => {
    const results = [await encryption.encrypt('secret'), await encryption.encrypt('secret')];
    ok(results[0] !== results[1], 'results differ');
    // The second one is the text in base64.
    for (const each of results) {
      ok(!each.includes('secret') && !each.includes('c2VjcmV0'), each);
    }
  },

  'what was changed, or encrypted by nobody, is not decrypted': async ({ encryption }) => {
    const encrypted = await encryption.encrypt('secret');
    const other = encrypted.startsWith('A') ? 'B' : 'A';
    for (const text of [`${other}${encrypted.slice(1)}`, encrypted.slice(0, -8), '', 'secret']) {
      equal(await encryption.decrypt(text), undefined, 'the text');
    }
  },
});
