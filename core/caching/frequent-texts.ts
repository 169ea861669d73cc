import { joinChunks } from '../bytes.ts';
import type { TextChunks } from './forms.ts';

/** The most texts that are remembered, and the most bytes of each. */
const maxTexts = 8;
const maxBytes = 256 * 1024;

/** A text is joined when it is used this often: once costs about as much as two uses save. */
const frequentUses = 3;

interface Used {
  text: TextChunks;
  toSend: TextChunks;
  uses: number;
}

const unused = (): Used => ({ text: [], toSend: [], uses: 0 });

/**
 * Joins the chunks of texts that are used again and again: one chunk is sent faster than many.
 *
 * @returns a function that returns the text to send. It recognizes a text by its array, as long as it is among
 *   the eight that were used last.
 */
export const frequentTexts = (): ((text: TextChunks) => TextChunks) => {
  /** The last used one first. An array, because most texts are used once, and leave no garbage in it. */
  const remembered = Array.from({ length: maxTexts }, unused);
  return (text) => {
    const found = remembered.findIndex((each) => each.text === text);
    if (found < 0 && (text.length < 2 || bytesOf(text) > maxBytes)) return text;
    // An unknown text takes the place of the last one.
    const [used = unused()] = remembered.splice(found, 1);
    remembered.unshift(used);
    if (found < 0) {
      used.text = text;
      used.toSend = text;
      used.uses = 0;
    }
    used.uses += 1;
    if (used.uses === frequentUses) used.toSend = [joinChunks(text)];
    return used.toSend;
  };
};

const bytesOf = (text: TextChunks): number => text.reduce((sum, { length }) => sum + length, 0);
