import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true, async: false });

/** Styles and forms could imitate the admin; ids could collide with it. */
const options = {
  RETURN_DOM_FRAGMENT: true,
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'class', 'name'],
} as const;

/** Markdown as elements that contain no script, style or form. Links open in a new tab. */
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
  return fragment;
};
