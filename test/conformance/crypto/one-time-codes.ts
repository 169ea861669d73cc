import type { OneTimeCodes } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { suite } from '../suite.ts';

export interface OneTimeCodesSubject {
  readonly codes: OneTimeCodes;
}

/** `12345678901234567890`, the key of the examples in RFC 4226 and RFC 6238. */
const exampleKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** RFC 4226, appendix D. */
const codesByCounter = [
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
];

/** RFC 6238, appendix B: times in seconds, and the last six digits of their codes. */
const codesByTime = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

export const oneTimeCodesSuite = suite<OneTimeCodesSubject>('OneTimeCodes', {
  'a key is 160 random bits in base32': async ({ codes }) => {
    const keys = times(1_000, () => codes.newKey());
    for (const key of keys) ok(/^[A-Z2-7]{32}$/.test(key), `${key} is 160 bits in base32`);
    equal(new Set(keys).size, 1_000, 'distinct keys');
  },

  'the codes are those of RFC 4226': async ({ codes }) => {
    const made = await Promise.all(codesByCounter.map((_, n) => codes.codeOf(exampleKey, n)));
    equal(made, codesByCounter, 'codes');
  },

  'the codes of times are those of RFC 6238': async ({ codes }) => {
    for (const [seconds, code] of codesByTime) {
      equal(await codes.codeOf(exampleKey, Math.floor(seconds / 30)), code, `at ${seconds}`);
    }
  },

  'keys with other bits have other codes': async ({ codes }) => {
    const [one, other] = await Promise.all(
      [exampleKey, `${exampleKey.slice(0, -1)}R`].map((key) =>
        Promise.all(times(5, (n) => codes.codeOf(key, n))),
      ),
    );
    ok(one?.join() !== other?.join(), 'five codes differ');
  },
});
