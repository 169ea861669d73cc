import type { SyntaxNode } from '@lezer/common';
import type { Selected, TextEdit } from '../../text-edit.ts';
import { attributeChange, attributeOf, escapeHtml, escapeValue } from '../attributes.ts';
import { sourceOf, type Source } from '../language.ts';
import { closeOf, contentOf, elementsAt, nameOf, openOf } from '../nodes.ts';
import { nothing, remove, replacementOf, type Change } from './changes.ts';
import { mark, marksIn, piecesOf, textsIn } from './marks.ts';

export const linkText = (label: string, address: string): string =>
  `<a href="${escapeValue(address)}">${escapeHtml(label)}</a>`;

const linkAround = (source: Source, { start, end }: Selected): SyntaxNode | undefined =>
  start === end
    ? elementsAt(source, start).find(
        (each) => nameOf(source, each) === 'a' && each.from < start && start < each.to,
      )
    : undefined;

/** The link around a caret; undefined if there is none, or something is selected. */
export const linkAt = (selected: Selected): { readonly address: string } | undefined => {
  const source = sourceOf(selected.text);
  const link = linkAround(source, selected);
  return link && { address: attributeOf(source, link, 'href')?.value ?? '' };
};

/** Takes the link around the caret away, and leaves what it says. */
export const unlinkEdit: TextEdit = (selected) => {
  const link = linkAround(sourceOf(selected.text), selected);
  if (link === undefined) return nothing(selected);
  const tags = [openOf(link), closeOf(link)].filter((tag) => tag !== undefined);
  return replacementOf(selected, tags.map(remove));
};

const addressChange = (source: Source, link: SyntaxNode, address: string): Change => {
  const { from, to, insert } = attributeChange(source, link, 'href', address);
  return { from, to, text: insert };
};

/**
 * Links the selection, each paragraph, entry and cell of it by itself. A link that it touches, or that is around the caret,
 * gets the address. Elsewhere, without a selection, links the given label and selects it.
 */
export const linkEdit =
  (address: string, label: string): TextEdit =>
  (selected) => {
    const { text, start, end } = selected;
    const source = sourceOf(text);
    const around = linkAround(source, selected);
    if (around !== undefined) {
      return replacementOf(selected, [addressChange(source, around, address)]);
    }
    const parts = textsIn(source, { from: start, to: end });
    const last = parts.at(-1);
    if (last === undefined) {
      const made = linkText(label, address);
      const from = made.indexOf('>') + 1;
      return { start, end, text: made, selection: [from, from + escapeHtml(label).length] };
    }
    const open = `<a href="${escapeValue(address)}">`;
    const changes = parts.flatMap((part) => {
      const changed = new Set<number>();
      const others = piecesOf(source, part).flatMap((piece) =>
        marksIn(source, 'a', piece).flatMap((link) => {
          const { from, to } = contentOf(link);
          if (from > piece.from || to < piece.to || changed.has(link.from)) return [];
          changed.add(link.from);
          return [addressChange(source, link, address)];
        }),
      );
      return [...mark(source, open, 'a', part), ...others];
    });
    return replacementOf(selected, changes, [last.to, last.to]);
  };
