import { html, type Html } from '../html.ts';
import { anchors } from './document.ts';

/**
 * The little Markdown that descriptions use: second-level headings, lists, paragraphs, and within
 * them code and bold text. Everything else is text.
 */
export const renderMarkdown = (source: string): Html =>
  html`${source.split(/\n{2,}/).map(renderBlock)}`;

/** The headings of a description, for a table of contents. */
export const topicsOf = (source: string): readonly string[] =>
  [...source.matchAll(/^## (.+)$/gm)].flatMap(([, topic]) => topic ?? []);

const renderBlock = (block: string): Html => {
  if (block.startsWith('## ')) {
    const topic = block.slice(3);
    return html`<h2 id="${anchors.topic(topic)}">${topic}</h2> `;
  }
  if (block.startsWith('- ')) {
    const items = block.split('\n').map((line) => line.replace(/^- /, ''));
    return html`<ul>
      ${items.map((item) => html`<li>${renderInline(item)}</li>`)}
    </ul> `;
  }
  return html`<p>${renderInline(block)}</p> `;
};

/** Text with code in backticks and bold text in double asterisks. */
export const renderInline = (text: string): Html =>
  html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(renderSpan)}`;

const renderSpan = (span: string): Html => {
  if (span.startsWith('`') && span.length > 1) return html`<code>${span.slice(1, -1)}</code>`;
  if (span.startsWith('**')) return html`<strong>${span.slice(2, -2)}</strong>`;
  return html`${span}`;
};
