import { nestLists, restoreWordLists } from './pasted-lists.ts';
import { parseInert, styleOf } from './pasted-styles.ts';

const blocks =
  'address,article,aside,blockquote,dd,div,dl,dt,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,ul';

/** Elements that are not part of the text, such as the bullets and comments of Word. */
const unread = [
  'script,style,meta,link,title,base,template,noscript,iframe,object,embed,svg,math,canvas,audio,video',
  'button,select,textarea,input:not([type=checkbox]),[hidden]',
  '[data-style*="mso-list:Ignore" i],[data-style*="mso-list: Ignore" i],[data-style*="mso-hide:all" i]',
  '[data-style*="mso-element:comment" i],.MsoCommentReference,.Apple-interchange-newline',
].join(',');

const rename = (element: Element, name: string): void => {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
};

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

const wrapContent = (element: Element, name: string): void => {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
};

const isBold = (weight: string): boolean => weight === 'bold' || Number(weight) >= 600;

/** Word processors write emphasis as styles, and undo elements of emphasis by styles. */
const restoreEmphasis = (root: Element): void => {
  for (const element of root.querySelectorAll('b,strong,i,em')) {
    const weight = styleOf(element, 'font-weight');
    const isOff = /^(?:B|STRONG)$/.test(element.nodeName)
      ? weight !== '' && !isBold(weight)
      : styleOf(element, 'font-style') === 'normal';
    if (isOff) unwrap(element);
  }
  for (const element of root.querySelectorAll('span,font,a')) {
    if (/line-through/.test(styleOf(element, 'text-decoration'))) wrapContent(element, 'del');
    const align = styleOf(element, 'vertical-align');
    if (align === 'super' || align === 'sub') wrapContent(element, align === 'sub' ? 'sub' : 'sup');
    if (styleOf(element, 'font-style') === 'italic') wrapContent(element, 'em');
    if (isBold(styleOf(element, 'font-weight'))) wrapContent(element, 'strong');
  }
  // Headings are bold anyway; marks around several paragraphs would be plain characters.
  for (const element of root.querySelectorAll('strong,b,em,i,del,s')) {
    const isBlank = element.textContent.trim() === '' && element.querySelector('img') === null;
    const isDouble = element.parentElement?.closest(element.nodeName) !== null;
    const isHeading =
      /^(?:B|STRONG)$/.test(element.nodeName) && element.closest('h1,h2,h3,h4,h5,h6,th') !== null;
    if (isBlank || isDouble || isHeading || element.querySelector(blocks) !== null) unwrap(element);
  }
};

const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const schemeOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : '');

/** Google Docs exports each link as one to itself, with the address in the query. */
const withoutRedirect = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed?.pathname !== '/url' || !/^www\.google\.[a-z.]+$/.test(parsed.host)) return url;
  const target = parsed.searchParams.get('q') ?? '';
  return linkSchemes.has(schemeOf(target)) ? target : url;
};

/** Links that lead nowhere outside the pasted page, or would run something, become text. */
const dropAddresses = (root: Element): void => {
  for (const link of root.querySelectorAll('a')) {
    const address = withoutRedirect(link.getAttribute('href') ?? '');
    link.setAttribute('href', address);
    const isLink = linkSchemes.has(schemeOf(address));
    const isEmpty = link.textContent.trim() === '' && link.querySelector('img') === null;
    if (!isLink || isEmpty) unwrap(link);
  }
  for (const image of root.querySelectorAll('img')) {
    if (schemeOf(image.getAttribute('src') ?? '') !== 'https:') image.remove();
  }
};

/** Inline elements that Markdown does not have. */
const plain =
  'span,font,u,ins,mark,small,big,abbr,acronym,cite,q,time,var,kbd,samp,tt,bdi,bdo,label,data,dfn,nobr,wbr';

/** Makes one element of emphasis of those side by side, and one text of what only such programs take apart. */
const joinTexts = (root: Element): void => {
  for (const element of root.querySelectorAll(plain)) unwrap(element);
  root.normalize();
  for (const element of root.querySelectorAll('strong,b,em,i,del,s,strike,code')) {
    const next = element.nextSibling;
    if (!(next instanceof Element) || next.nodeName !== element.nodeName) continue;
    next.prepend(...element.childNodes);
    element.remove();
  }
  root.normalize();
};

/** A table with a single cell, which spreadsheets copy for a cell, is its content. */
const unwrapCells = (root: Element): void => {
  for (const table of root.querySelectorAll('table')) {
    const cells = table.querySelectorAll('td,th');
    const [only] = cells;
    if (cells.length === 1 && only !== undefined) table.replaceWith(...only.childNodes);
  }
};

/** The paragraph inside an entry would put blank lines between the entries. */
const unwrapEntries = (root: Element): void => {
  for (const entry of root.querySelectorAll('li')) {
    const paragraphs = [...entry.children].filter(({ nodeName }) => /^(?:P|DIV)$/.test(nodeName));
    const [only] = paragraphs;
    if (paragraphs.length === 1 && only !== undefined) unwrap(only);
  }
};

/**
 * Parses a fragment that another program has copied, without loading or running anything in it, and keeps
 * what Markdown and clean HTML can express: the classes and styles of the program become elements, the rest goes.
 */
export const cleanPasted = (html: string): HTMLElement => {
  const body = parseInert(html);
  restoreWordLists(body);
  for (const element of body.querySelectorAll(unread)) element.remove();
  for (const title of body.querySelectorAll('.MsoTitle')) rename(title, 'h1');
  for (const quote of body.querySelectorAll('.MsoQuote,.MsoIntenseQuote'))
    rename(quote, 'blockquote');
  // Of Word, with a colon in the name.
  for (const element of body.querySelectorAll('*')) {
    if (element.localName.includes(':')) unwrap(element);
  }
  restoreEmphasis(body);
  dropAddresses(body);
  unwrapCells(body);
  nestLists(body);
  unwrapEntries(body);
  // Between blocks, as Google Docs writes them.
  for (const line of body.querySelectorAll('br')) {
    const isAlone = [line.previousSibling, line.nextSibling].every(
      (each) => each === null || (each instanceof Element && each.matches(blocks)),
    );
    if (isAlone && line.parentElement?.matches('p,li,td,th') !== true) line.remove();
  }
  joinTexts(body);
  return body;
};
