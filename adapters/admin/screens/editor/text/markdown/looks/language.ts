import { defineLanguageFacet, Language } from '@codemirror/language';
import { GFM, parser } from '@lezer/markdown';

/** Markdown as GitHub reads it. It decides how a text looks while it is written; nothing is made from it. */
export const markdownLanguage: Language = new Language(
  defineLanguageFacet(),
  parser.configure(GFM),
  [],
  'markdown',
);
