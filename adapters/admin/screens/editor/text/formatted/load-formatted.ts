import type { TextKind } from '../syntax.ts';
import type { Formatted, TextLoaders } from './choose-surface.ts';

const loadSyntax = async (kind: TextKind) =>
  kind === 'html'
    ? (await import('../html/looks/formatted-html.ts')).formattedHtml
    : (await import('../markdown/looks/formatted-markdown.ts')).formattedMarkdown;

const loadFormatted = async (kind: TextKind): Promise<Formatted> => {
  const [{ FormattedText }, syntax] = await Promise.all([
    import('./formatted-text.tsx'),
    loadSyntax(kind),
  ]);
  return { FormattedText, syntax };
};

/** What the editor of an item loads with its first text. */
export const textLoaders: TextLoaders = {
  formatted: loadFormatted,
  html: async () => (await import('../html/html-syntax.ts')).htmlSyntax,
};
