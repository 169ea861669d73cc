import { wordCounter } from '../../../../../../contracts/client/vocabulary.ts';

/** What is not read: addresses of links, tags, the marks of code blocks. */
const unread = /\]\([^()\s]*(?:\s+"[^"]*")?\)|<[^<>]*>|^ {0,3}(?:`{3,}|~{3,}).*$|https?:\/\/\S+/gm;

/**
 * How many words of a Markdown text are read, while it is written. The service counts the same words of whole items, from
 * the parsed text.
 */
export const countWords = (text: string): number => {
  const counter = wordCounter();
  counter.add(text.replace(unread, ' '));
  return counter.total();
};
