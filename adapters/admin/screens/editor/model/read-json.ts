import { findNumber, mistakeOfNumber } from '../../../../../contracts/client/exact-numbers.ts';
import {
  findJsonMistake,
  type MissingInJson,
} from '../../../../../contracts/client/json-mistake.ts';
import { t } from '../../../catalogue/texts.ts';
import type { Json } from './json-path.ts';

/** A value, or why a text is none: a sentence for people. */
export type ReadJson =
  | { readonly value: Json; readonly mistake?: undefined }
  | { readonly value?: undefined; readonly mistake: string };

const sentences: Readonly<Record<MissingInJson, string>> = {
  value: t.editor.json.value,
  'value or ]': t.editor.json.valueOrEnd,
  name: t.editor.json.name,
  'name or }': t.editor.json.nameOrEnd,
  'other name': t.editor.json.otherName,
  text: t.editor.json.text,
  colon: t.editor.json.colon,
  comma: t.editor.json.comma,
  end: t.editor.json.end,
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
  if (found !== undefined) return mistakeAt(found.line, sentences[found.missing]);
  const wrong = findNumber(text, (number) => mistakeOfNumber(number) !== undefined);
  if (wrong === undefined) return { value: value as Json };
  const line = text.slice(0, wrong.index).split('\n').length;
  const name = wrong.path.length === 0 ? t.editor.json.theNumber : wrong.path.join('.');
  const isInRange = Number.isFinite(Number(wrong.text));
  const { outOfRange, tooManyDigits } = t.editor.json;
  return mistakeAt(line, isInRange ? tooManyDigits(name) : outOfRange(name));
};

const mistakeAt = (line: number, mistake: string): ReadJson => ({
  mistake: t.editor.json.line(String(line), mistake),
});

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
