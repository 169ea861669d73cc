import { wordCounter } from '../../../../../../contracts/client/vocabulary.ts';
import { unescapeHtml } from './attributes.ts';
import { inlines } from './elements.ts';

const unread =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1[^>]*>|$)/gi;
const tag = /<(?:[!?]|\/?([a-z][a-z\d]*))(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

/** How many words of HTML are read, while it is written. The service counts the same words of whole items. */
export const countWords = (html: string): number => {
  const counter = wordCounter();
  const text = html.replace(unread, ' ').replace(tag, (_, name?: string) => {
    return inlines.has(name?.toLowerCase() ?? '') && name?.toLowerCase() !== 'br' ? '' : ' ';
  });
  counter.add(unescapeHtml(text));
  return counter.total();
};
