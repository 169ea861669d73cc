import { mistakeOfNumber } from '../../../../../contracts/client/exact-numbers.ts';
import type { FieldShape } from '../../../../../contracts/client/vocabulary.ts';

type Choice = string | number;

/** Texts that would look like something else on a line of their own. */
const needsQuotes = (choice: string): boolean =>
  choice !== choice.trim() || choice === '' || choice.startsWith('"') || /[\r\n]/.test(choice);

const showChoice = (choice: Choice): string =>
  typeof choice === 'string' && needsQuotes(choice) ? JSON.stringify(choice) : String(choice);

/** The choices of a field as text: one on each line. */
export const showChoices = (choices: readonly Choice[]): string =>
  choices.map(showChoice).join('\n');

const readQuoted = (line: string): string | undefined => {
  try {
    const value: unknown = line.startsWith('"') ? JSON.parse(line) : undefined;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads the choices from text, one from each line that is not empty. Fields for numbers have numbers, as far as
 * they can be stored as they are, and fields for text have texts; others have texts, and the numbers that were choices before.
 */
export const readChoices = (
  text: string,
  before: readonly Choice[],
  shape: FieldShape,
): readonly Choice[] => {
  const isNumber = (line: string, number: number): boolean =>
    shape === 'number'
      ? !Number.isNaN(number) && mistakeOfNumber(line) === undefined
      : shape !== 'text' && before.includes(number) && String(number) === line;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (isNumber(line, Number(line)) ? Number(line) : (readQuoted(line) ?? line)));
};
