import type { SearchText } from '../../../../core/store.ts';

/** The last position of PostgreSQL, which all later words have. */
const lastPosition = 16_383;

/**
 * The words with their positions, as PostgreSQL reads a vector: `the:1A sea:2A the:4`. Those of the title have the weight A.
 * A position between two texts is left out, so that no phrase matches across them. A word is written as often as it occurs:
 * to gather the positions here would take longer than it saves in the database.
 */
export const searchWords = ({ title, texts }: SearchText): string => {
  const words: string[] = [];
  let position = 0;
  const add = (text: string, weight: string): void => {
    if (text === '') return;
    for (let start = 0; start <= text.length;) {
      const space = text.indexOf(' ', start);
      const end = space === -1 ? text.length : space;
      position = Math.min(position + 1, lastPosition);
      words.push(`${text.slice(start, end)}:${position}${weight}`);
      start = end + 1;
    }
    position += 1;
  };
  add(title, 'A');
  for (const text of texts) add(text, '');
  return words.join(' ');
};
