import { findNumber, mistakeOfNumber } from '../../../../../contracts/client/exact-numbers.ts';
import {
  findJsonMistake,
  type MissingInJson,
} from '../../../../../contracts/client/json-mistake.ts';
import type { Json } from './json-path.ts';

/** A value, or why a text is none: a sentence for people. */
export type ReadJson =
  | { readonly value: Json; readonly mistake?: undefined }
  | { readonly value?: undefined; readonly mistake: string };

const sentences: Readonly<Record<MissingInJson, string>> = {
  value: 'A value is missing here. Texts need double quotes.',
  'value or ]': 'A value or ] is missing here. Texts need double quotes.',
  name: 'A name in double quotes is missing here. After the last member there is no comma.',
  'name or }': 'A name in double quotes or } is missing here.',
  'other name': 'The name occurs twice in its object.',
  text: 'This text is not closed, or a character in it needs a backslash.',
  colon: 'A colon is missing after the name.',
  comma: 'A comma or a closing bracket is missing here.',
  end: 'The JSON has ended already.',
};

/**
 * Parses JSON whose numbers can be stored as they are written.
 *
 * @param hasUniqueNames rejects an object that repeats a name.
 */
export const readJson = (text: string, hasUniqueNames = false): ReadJson => {
  const value = parse(text);
  // Only where it is needed: it takes several times as long as parsing.
  const found =
    value === undefined || hasUniqueNames ? findJsonMistake(text, hasUniqueNames) : undefined;
  if (found !== undefined) return { mistake: `Line ${found.line}: ${sentences[found.missing]}` };
  const wrong = findNumber(text, (number) => mistakeOfNumber(number) !== undefined);
  if (wrong === undefined) return { value: value as Json };
  const line = text.slice(0, wrong.index).split('\n').length;
  const name = wrong.path.length === 0 ? 'The number' : wrong.path.join('.');
  return { mistake: `Line ${line}: ${name} ${mistakeOfNumber(wrong.text)}.` };
};

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
