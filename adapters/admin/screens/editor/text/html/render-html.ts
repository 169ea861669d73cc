import { sanitize } from '../preview/sanitize.ts';
import { treeOf } from './language.ts';

/** HTML in which a mark before each outer element says where the element begins in the source. */
const withMarks = (source: string): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { from } of treeOf(source).topNode.getChildren('Element')) {
    parts.push(source.slice(at, from), `<span data-at="${from}"></span>`);
    at = from;
  }
  return parts.join('') + source.slice(at);
};

/** HTML as elements. @param id of the preview. */
export const renderHtml = (source: string, id: string): DocumentFragment =>
  sanitize(withMarks(source), `${id}-note-`);
