/** What is not read: addresses of links, tags, the marks of code blocks. */
const unread = /\]\([^()\s]*(?:\s+"[^"]*")?\)|<[^<>]*>|^ {0,3}(?:`{3,}|~{3,}).*$|https?:\/\/\S+/gm;

const word = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu;

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** How many words of a Markdown text are read. */
export const countWords = (text: string): number => {
  const read = text.replace(unread, ' ');
  if (!unspaced.test(read)) return read.match(word)?.length ?? 0;
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    read,
  )) {
    if (isWordLike === true) count += 1;
  }
  return count;
};

/** Words of English prose that adults read silently in a minute: the mean that Brysbaert found in 190 studies (2019). */
const wordsPerMinute = 238;

/** Of a text with so many words, at least one. */
export const minutesToRead = (words: number): number =>
  Math.max(1, Math.round(words / wordsPerMinute));
