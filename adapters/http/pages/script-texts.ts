import { passwordMinLength } from '../../../core/vocabulary.ts';
import { html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { texts } from './texts.ts';

/** The attribute of `main` in which scripts find their texts: their own text is the same in all languages. */
export const scriptTexts = (language: Language): Html => {
  const { scripts, optional } = texts[language];
  const missing = Array.from({ length: passwordMinLength }, (_, count) => scripts.missing(count));
  return html`data-texts="${JSON.stringify({ ...scripts, optional, missing })}"`;
};
