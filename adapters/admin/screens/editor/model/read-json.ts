import { findNumber, mistakeOfNumber } from '../../../../../contracts/client/exact-numbers.ts';
import type { Json } from './json-path.ts';

/** A value, or why a text is none: a sentence for people. */
export type ReadJson =
  | { readonly value: Json; readonly mistake?: undefined }
  | { readonly value?: undefined; readonly mistake: string };

/** Parses JSON whose numbers can be stored as they are written. */
export const readJson = (text: string): ReadJson => {
  try {
    const value = JSON.parse(text) as Json;
    const wrong = findNumber(text, (number) => mistakeOfNumber(number) !== undefined);
    if (wrong === undefined) return { value };
    const line = text.slice(0, wrong.index).split('\n').length;
    const name = wrong.path.length === 0 ? 'The number' : wrong.path.join('.');
    return { mistake: `Line ${line}: ${name} ${mistakeOfNumber(wrong.text)}.` };
  } catch (failure) {
    return {
      mistake: `This is not JSON: ${(failure as Error).message}. Texts need quotes: "like this".`,
    };
  }
};
