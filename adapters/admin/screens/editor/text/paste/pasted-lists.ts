import { styleOf } from './pasted-styles.ts';

/** From 1; undefined for a paragraph that is no entry. */
const levelOf = (element: Element): number | undefined => {
  const level = /\blevel(\d+)/.exec(styleOf(element, 'mso-list'))?.[1];
  return level === undefined ? undefined : Number(level);
};

/** The bullet or number that Word draws before an entry. */
const markerOf = (paragraph: Element): string =>
  [...paragraph.querySelectorAll('span')]
    .find((each) => styleOf(each, 'mso-list') === 'ignore')
    ?.textContent.replace(/\u00a0/g, ' ')
    .trim() ?? '';

/**
 * Makes lists of the paragraphs that Word writes for entries. Each paragraph has a level, and its bullet or
 * number as text.
 */
export const restoreWordLists = (root: Element): void => {
  let open: { readonly list: Element; readonly level: number }[] = [];
  let previous: Element | undefined;
  for (const paragraph of root.querySelectorAll('p,h1,h2,h3,h4,h5,h6')) {
    const level = levelOf(paragraph);
    if (level === undefined) continue;
    const document = paragraph.ownerDocument;
    const entry = document.createElement('li');
    const name = /^\(?[\da-z]+[.)]/i.test(markerOf(paragraph)) ? 'ol' : 'ul';
    if (previous === undefined || paragraph.previousElementSibling !== previous) open = [];
    open = open.filter((each) => each.level <= level);
    let current = open.at(-1);
    if (current === undefined || current.level < level) {
      const list = document.createElement(name);
      if (current === undefined) paragraph.before(list);
      else (current.list.lastElementChild ?? current.list).append(list);
      current = { list, level };
      open.push(current);
    }
    entry.append(...paragraph.childNodes);
    current.list.append(entry);
    paragraph.remove();
    previous = open[0]?.list;
  }
};

/** Some programs put an inner list beside the entry that it belongs to. It goes into the entry. */
export const nestLists = (root: Element): void => {
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ol, ol > ul')) {
    const entry = list.previousElementSibling;
    if (entry?.nodeName === 'LI') entry.append(list);
    else if (list.parentElement !== null) {
      const made = list.ownerDocument.createElement('li');
      list.before(made);
      made.append(list);
    }
  }
};
