import fc from 'fast-check';

const isSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdf_ff;

/** Any character. The unit `binary` of fast-check first makes a table of all million, which takes a second. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .map((code) => String.fromCodePoint(isSurrogate(code) ? code - 0xd8_00 : code));

/** Text of any characters. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
