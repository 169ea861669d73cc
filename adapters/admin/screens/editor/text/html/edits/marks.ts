import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../../formatted/looks.ts';
import type { Selected, TextEdit } from '../../text-edit.ts';
import { blocks, meaningOf, opaque } from '../elements.ts';
import { sourceOf, type Source } from '../language.ts';
import { closeOf, contentOf, elementsAt, nameOf, openOf } from '../nodes.ts';
import { runsOf } from '../runs.ts';
import { insertAt, nothing, remove, replacementOf, type Change } from './changes.ts';

/** The parts of a range that are in one block each, without the spaces at their ends. */
export const textsIn = (source: Source, { from, to }: Part): readonly Part[] =>
  runsOf(source).flatMap((run) => {
    if (run.isAtom) return [];
    const start = Math.max(run.from, from);
    const end = Math.min(run.to, to);
    const text = start < end ? source.read(start, end) : '';
    const part = {
      from: start + text.length - text.trimStart().length,
      to: end - (text.length - text.trimEnd().length),
    };
    return part.from < part.to ? [part] : [];
  });

/** What is between the tags of a part, in pieces around which a tag can stand: elements are in a piece as a whole. */
export const piecesOf = (source: Source, part: Part): readonly Part[] => {
  const pieces: { from: number; to: number }[] = [];
  const read = (node: SyntaxNode): void => {
    let isOpen = false;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.from >= part.to) break;
      if (child.to <= part.from || child.name.endsWith('Tag')) {
        if (child.to > part.from) isOpen = false;
        continue;
      }
      const isInside = child.from >= part.from && child.to <= part.to;
      if (child.name === 'Element') {
        const name = nameOf(source, child);
        if (!isInside || blocks.has(name)) {
          isOpen = false;
          if (!opaque.has(name)) read(child);
          continue;
        }
      }
      const from = Math.max(part.from, child.from);
      const to = Math.min(part.to, child.to);
      const last = pieces.at(-1);
      if (isOpen && last !== undefined) last.to = to;
      else pieces.push({ from, to });
      isOpen = true;
    }
  };
  read(source.tree.topNode);
  return pieces.filter(({ from, to }) => source.read(from, to).trim() !== '');
};

/** The elements of a kind that have something of a part. */
export const marksIn = (source: Source, kind: string, part: Part): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  source.tree.iterate({
    ...part,
    enter: ({ name, node }) => {
      const isMark = name === 'Element' && meaningOf(nameOf(source, node)) === kind;
      const { from, to } = isMark ? contentOf(node) : part;
      if (isMark && from < part.to && to > part.from) found.push(node);
    },
  });
  return found;
};

const tagsOf = (element: SyntaxNode): readonly Part[] =>
  [openOf(element), closeOf(element)].filter((tag) => tag !== undefined);

/** Whether all of a part is in elements of a kind. */
const isMarked = (source: Source, kind: string, part: Part): boolean => {
  const marks = marksIn(source, kind, part).map(contentOf);
  return piecesOf(source, part).every(
    (piece) =>
      marks.some(({ from, to }) => from <= piece.from && to >= piece.to) ||
      piecesInside(source, kind, piece),
  );
};

/** Whether each text of a piece is in an element of a kind. */
const piecesInside = (source: Source, kind: string, { from, to }: Part): boolean => {
  let isAll = true;
  source.tree.iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name === 'Element') return meaningOf(nameOf(source, node)) !== kind;
      const isText = name === 'Text' && node.from < to && node.to > from;
      if (isText && source.read(node.from, node.to).trim() !== '') isAll = false;
      return name === 'Document';
    },
  });
  return isAll;
};

/** Takes the elements of a kind from a part. What of them is outside of it keeps them. */
const unmark = (source: Source, kind: string, part: Part): readonly Change[] =>
  marksIn(source, kind, part).flatMap((element, index, all) => {
    const isInOther = all.slice(0, index).some(({ to }) => to >= element.to);
    if (isInOther) return tagsOf(element).map(remove);
    const open = openOf(element);
    const tag = source.read(open.from, open.to);
    const name = nameOf(source, element);
    const content = contentOf(element);
    const outside = [
      ...piecesOf(source, { from: content.from, to: Math.min(part.from, content.to) }),
      ...piecesOf(source, { from: Math.max(part.to, content.from), to: content.to }),
    ].filter(({ from, to }) => from < to);
    return [
      ...tagsOf(element).map(remove),
      ...outside.flatMap(({ from, to }) => [insertAt(from, tag), insertAt(to, `</${name}>`)]),
    ];
  });

/** Puts elements around the pieces of a part. Those of the same kind inside it go into them. */
export const mark = (source: Source, open: string, kind: string, part: Part): readonly Change[] =>
  piecesOf(source, part).flatMap((piece) => {
    const around = marksIn(source, kind, piece).some((each) => {
      const { from, to } = contentOf(each);
      return from <= piece.from && to >= piece.to;
    });
    if (around) return [];
    const inside = marksIn(source, kind, piece).filter(
      ({ from, to }) => from >= piece.from && to <= piece.to,
    );
    const name = /^<(\w+)/.exec(open)?.[1] ?? '';
    return [
      insertAt(piece.from, open),
      ...inside.flatMap((each) => tagsOf(each).map(remove)),
      insertAt(piece.to, `</${name}>`),
    ];
  });

/** Emphasises the selection, or takes the emphasis away. Without a selection, the element around the caret goes, or one begins. */
export const toggleMark =
  (name: string, label: string): TextEdit =>
  (selected: Selected) => {
    const { text, start, end } = selected;
    const source = sourceOf(text);
    if (start === end) {
      const around = elementsAt(source, start).find(
        (each) => meaningOf(nameOf(source, each)) === name,
      );
      if (around !== undefined) return replacementOf(selected, tagsOf(around).map(remove));
      const made = `<${name}>${label}</${name}>`;
      const from = name.length + 2;
      return { start, end, text: made, selection: [from, from + label.length] };
    }
    const parts = textsIn(source, { from: start, to: end });
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) return nothing(selected);
    const isOn = parts.every((part) => isMarked(source, name, part));
    const changes = parts.flatMap((part) =>
      isOn ? unmark(source, name, part) : mark(source, `<${name}>`, name, part),
    );
    return replacementOf(selected, changes, [first.from, last.to]);
  };
