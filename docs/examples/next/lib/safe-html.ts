import sanitizeHtml from 'sanitize-html';

const { allowedTags, allowedAttributes } = sanitizeHtml.defaults;

/** Markdown may contain HTML, so an author could run scripts in the site. Keeps the elements and attributes of texts. */
export const safeHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...allowedTags, 'img', 'del', 'input'],
    allowedAttributes: {
      ...allowedAttributes,
      '*': ['id', 'class', 'align'],
      img: ['src', 'alt', 'title', 'width', 'height', 'srcset', 'sizes', 'loading'],
      input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
    },
  });
