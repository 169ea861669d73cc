import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import footnotes from 'marked-footnote';
import { imageUrl } from '../../../../media/image-url.ts';
import { urlOf } from '../../../../shell/router.ts';
import { itemOfAddress } from '../item-links.ts';

/**
 * Styles and forms could imitate the admin; ids could collide with it. SVG has many attributes that load files,
 * and of HTML only `src` is checked.
 */
const options = {
  RETURN_DOM_FRAGMENT: true,
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
  FORBID_ATTR: ['style', 'class', 'name', 'srcset', 'poster', 'background'],
} as const;

const renderer = {
  // A control could be used, and would change nothing.
  checkbox: ({ checked }: { checked: boolean }): string =>
    `<span role="img" aria-label="${checked ? 'Done' : 'Not done'}">${checked ? '☑' : '☐'}</span> `,
};

/** HTML in which a mark before each block says where the block begins in the source. */
const toHtml = (source: string, prefix: string): string => {
  const marked = new Marked({ gfm: true, async: false, renderer });
  marked.use(footnotes({ prefixId: prefix, description: 'Footnotes' }));
  const tokens = marked.lexer(source);
  // Moves the footnotes behind the text.
  void marked.walkTokens(tokens, marked.defaults.walkTokens ?? (() => undefined));
  void marked.walkTokens(tokens, (token) => {
    const item = token.type === 'link' ? itemOfAddress(String(token['href'])) : undefined;
    if (item !== undefined) Object.assign(token, { href: urlOf(`/content/${item}`) });
  });
  let at = 0;
  const withMarks = tokens.flatMap((token) => {
    const text = `<span data-at="${at}"></span>`;
    at += token.raw.length;
    return [{ type: 'html', raw: text, text, block: true, pre: false } as const, token];
  });
  return marked.parser(withMarks);
};

/**
 * Markdown as elements that contain no script, style or form. Links open in a new tab, those to footnotes
 * excepted; links to items lead to their form. An image or a video that the admin may not request is shown as its source.
 *
 * @param id of the preview; the ids of its footnotes begin with it.
 */
export const renderMarkdown = (source: string, id: string): DocumentFragment => {
  const prefix = `${id}-note-`;
  const fragment = DOMPurify.sanitize(toHtml(source, prefix), {
    ...options,
    FORBID_TAGS: [...options.FORBID_TAGS],
    FORBID_ATTR: [...options.FORBID_ATTR],
  });
  for (const element of fragment.querySelectorAll('[id]')) {
    if (!element.id.startsWith(prefix)) element.removeAttribute('id');
  }
  for (const link of fragment.querySelectorAll('a')) {
    if (link.getAttribute('href')?.startsWith(`#${prefix}`) === true) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  // The elements belong to a document that loads nothing yet.
  for (const element of fragment.querySelectorAll('[src]')) {
    const source = element.getAttribute('src') ?? '';
    if (imageUrl(source) !== undefined) continue;
    const code = document.createElement('code');
    code.textContent = `![${element.getAttribute('alt') ?? ''}](${source})`;
    element.replaceWith(code);
  }
  for (const block of fragment.querySelectorAll('p,h1,h2,h3,h4,h5,h6,li,blockquote,th,td,dd,dt')) {
    // The direction of an entry or a quotation is that of its own text, not of elements with a direction.
    const isInside = block.localName === 'p' && block.closest('li,blockquote,th,td,dd') !== null;
    if (!isInside) block.setAttribute('dir', 'auto');
  }
  return fragment;
};
