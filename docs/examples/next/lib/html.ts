import { marked } from 'marked';
import { safeHtml } from './safe-html';

/** Markdown as HTML without scripts. */
export const htmlOf = (markdown: string): string =>
  safeHtml(marked.parse(markdown, { async: false }));
