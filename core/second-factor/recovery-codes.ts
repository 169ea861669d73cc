import { recoveryCodesCount } from '../model/second-factor.ts';
import type { Dependencies } from '../ports/ports.ts';

/** Crockford's base32: no two characters look alike, and those that are missing are read as what they look like. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bitsPerCharacter = 5;
const length = 16;
const groupLength = 4;

/** The digits of a digest that one character is made of. */
const digitsPerCharacter = 2;

type CodeDependencies = Pick<Dependencies, 'secrets' | 'digest'>;

/** New recovery codes as people get them: four groups of four characters, with 80 bits. */
export const newRecoveryCodes = ({
  secrets,
  digest,
}: CodeDependencies): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: recoveryCodesCount }, async () => {
      // A secret has characters that are easily confused; its digest has as many bits as a code needs.
      const hex = await digest.sha256(secrets.next(2 * length * bitsPerCharacter));
      const characters = Array.from({ length }, (_, at) => {
        const start = digitsPerCharacter * at;
        const byte = Number.parseInt(hex.slice(start, start + digitsPerCharacter), 16);
        return alphabet.charAt(byte % alphabet.length);
      });
      const groups = Array.from({ length: length / groupLength }, (_, at) =>
        characters.slice(groupLength * at, groupLength * (at + 1)).join(''),
      );
      return groups.join('-');
    }),
  );

/** The digest that is stored of a code. @param code in the form of {@link plainCode}. */
export const recoveryDigest = (
  { digest }: Pick<CodeDependencies, 'digest'>,
  userId: string,
  code: string,
): Promise<string> => digest.sha256(`recovery ${userId} ${code}`);

/** Longer texts are no codes, whatever separates their characters. */
const enteredMaxLength = 100;

/** A code without what people enter otherwise: separators, capitals, letters that look like digits. */
export const plainCode = (entered: string): string =>
  entered.length > enteredMaxLength
    ? ''
    : entered
        .replace(/[\s\p{Pd}]/gu, '')
        .toLowerCase()
        .replaceAll('o', '0')
        .replaceAll(/[il]/g, '1');
