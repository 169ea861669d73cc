import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { imageUrl } from '../../../media/image-url.ts';

const marked = new Marked({ gfm: true, async: false });

/**
 * Styles and forms could imitate the admin; ids could collide with it. SVG has many attributes that load files,
 * and of HTML only `src` is checked.
 */
const options = {
  RETURN_DOM_FRAGMENT: true,
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'class', 'name', 'srcset', 'poster', 'background'],
} as const;

/**
 * Markdown as elements that contain no script, style or form. Links open in a new tab. An image or a video that
 * the admin may not request is shown as its source.
 */
export const renderMarkdown = (source: string): DocumentFragment => {
  const fragment = DOMPurify.sanitize(marked.parse(source) as string, {
    ...options,
    FORBID_TAGS: [...options.FORBID_TAGS],
    FORBID_ATTR: [...options.FORBID_ATTR],
  });
  for (const link of fragment.querySelectorAll('a')) {
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
  return fragment;
};
