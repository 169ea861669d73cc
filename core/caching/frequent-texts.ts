import { joinChunks, lengthOfChunks } from '../bytes.ts';
import type { TextChunks } from './forms.ts';

/** The most texts that are remembered, and the most bytes of each. */
const maxTexts = 8;
const maxBytes = 256 * 1024;

/** A text is joined when it is used this often: once costs about as much as two uses save. */
const frequentUses = 3;

interface Used {
  readonly text: TextChunks;
  toSend: TextChunks;
  uses: number;
}

/**
 * Joins the chunks of texts that are used again and again: one chunk is sent faster than many. A text is
 * recognized by its array while it is among the eight that were used last.
 *
 * @returns a function that is called at each use of a text, and returns the text to send.
 */
export const frequentTexts = (): ((text: TextChunks) => TextChunks) => {
  /** The last used one first. */
  const remembered: Used[] = [];
  return (text) => {
    const index = remembered.findIndex((each) => each.text === text);
    if (index < 0 && (text.length < 2 || lengthOfChunks(text) > maxBytes)) return text;
    const used = remembered[index] ?? { text, toSend: text, uses: 0 };
    // An unknown text takes the place of the last one.
    remembered.splice(index < 0 ? maxTexts - 1 : index, 1);
    remembered.unshift(used);
    used.uses += 1;
    if (used.uses === frequentUses) used.toSend = [joinChunks(text)];
    return used.toSend;
  };
};
