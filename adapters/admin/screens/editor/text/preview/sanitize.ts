import DOMPurify from 'dompurify';
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
  // With the addresses of items.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|quoin):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
} as const;

/**
 * HTML as elements that contain no script, style or form. Links open in a new tab, those to footnotes
 * excepted; links to items lead to their form. An image or a video that the admin may not request is shown as its source.
 *
 * @param prefix with which the ids begin that stay.
 */
export const sanitize = (html: string, prefix: string): DocumentFragment => {
  const fragment = DOMPurify.sanitize(html, {
    ...options,
    FORBID_TAGS: [...options.FORBID_TAGS],
    FORBID_ATTR: [...options.FORBID_ATTR],
  });
  for (const element of fragment.querySelectorAll('[id]')) {
    if (!element.id.startsWith(prefix)) element.removeAttribute('id');
  }
  for (const link of fragment.querySelectorAll('a')) {
    if (link.getAttribute('href')?.startsWith(`#${prefix}`) === true) continue;
    const item = itemOfAddress(link.getAttribute('href') ?? '');
    if (item !== undefined) link.setAttribute('href', urlOf(`/content/${item}`));
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
