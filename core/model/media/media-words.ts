import { visitWords } from '../../primitives/fold-words.ts';
import type { MediaFile } from './media-file.ts';

/** Of each file, so many different words are found. */
const mediaWordsMax = 4_000;

type Named = Pick<MediaFile, 'originalName' | 'filename' | 'alt' | 'caption' | 'texts'>;

/** By which words a search finds a file: those of its names, and of its texts in all languages. Each once, folded. */
export const mediaWords = ({
  originalName,
  filename,
  alt,
  caption,
  texts = {},
}: Named): readonly string[] => {
  const local = Object.values(texts).flatMap((each) => [each.alt ?? '', each.caption ?? '']);
  const words = new Set<string>();
  for (const text of [originalName, filename, alt, caption, ...local]) {
    visitWords(text.normalize('NFC'), (word) => {
      if (words.size < mediaWordsMax) words.add(word);
    });
  }
  return [...words];
};
