import type { Digest } from '../../../core/index.ts';
import { equal } from '../assert.ts';
import { suite } from '../suite.ts';

export interface DigestSubject {
  readonly digest: Digest;
}

/** The first two are test vectors of FIPS 180. */
const known: readonly (readonly [text: string, sha256: string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['Ä 🌍', '2a60bccd4d3e8a57998c7149c7f08aa29ee6d54336ea0d8c6a4429c28f694c9b'],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
];

export const digestSuite = suite<DigestSubject>('Digest', {
  'sha256 returns lower-case hexadecimal digits': async ({ digest }) => {
    for (const [text, sha256] of known) {
      equal(await digest.sha256(text), sha256, `digest of ${JSON.stringify(text.slice(0, 9))}`);
    }
  },

  'similar texts have different digests': async ({ digest }) => {
    const texts = ['st_abc', 'st_abC', 'st_abc ', 'st_abc\n', 'st_abc\0', 'é', 'e\u0301'];
    const digests = await Promise.all(texts.map((text) => digest.sha256(text)));
    equal(new Set(digests).size, texts.length, 'distinct digests');
  },
});
