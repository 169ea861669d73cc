/** What is not read: addresses of links, tags, the marks of code blocks. */
const unread = /\]\([^()\s]*(?:\s+"[^"]*")?\)|<[^<>]*>|^ {0,3}(?:`{3,}|~{3,}).*$|https?:\/\/\S+/gm;

/** As the service counts them: from a letter or a digit to the next space. */
const word = /[\p{L}\p{N}]\S*/gu;

/** A letter of a script without spaces between words. */
const spacelessLetter =
  /(?=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])\p{L}/gu;

/**
 * How many words of a Markdown text are read, while it is written. In scripts without spaces, every letter is half a word.
 * The service counts the same words of whole items, from the parsed text.
 */
export const countWords = (text: string): number => {
  let letters = 0;
  const others = text.replace(unread, ' ').replace(spacelessLetter, () => {
    letters += 1;
    return ' ';
  });
  return (others.match(word)?.length ?? 0) + Math.ceil(letters / 2);
};

const wordsPerMinute = 220;

/** Of a text with so many words, at least one. */
export const minutesToRead = (words: number): number =>
  Math.max(1, Math.ceil(words / wordsPerMinute));
