import type { EditorState, Line, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type WidgetType } from '@codemirror/view';
import type { SyntaxNode, Tree } from '@lezer/common';

/** A part of the text, as offsets. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** The title of an item; null if there is no such item, undefined while it is not known. */
export type TitleOf = (id: string) => string | null | undefined;

/** Collects how parts of a text look. */
export interface Looks {
  readonly state: EditorState;
  /** Whether the selection is in a part or at its edge, so that its marks are shown. */
  readonly isTouched: (part: Part) => boolean;
  /** Shows a part with a class. */
  readonly mark: (part: Part, className: string, title?: string) => void;
  /** Gives the lines of a part a class. */
  readonly lines: (part: Part, className: string) => void;
  /** The title of an item that a link names. */
  readonly titleOf: TitleOf;
  /** Shows something else in the place of a part, or nothing. Leaves a part that does not fit in a line as it is. */
  readonly replace: (part: Part, widget?: WidgetType) => void;
}

/** How one kind of syntax looks. @returns whether what is inside it is done, too. */
export type Look = (node: SyntaxNode, looks: Looks) => boolean | undefined;

/** A text, as far as it was parsed. */
interface ParsedText {
  readonly state: EditorState;
  readonly tree: Tree;
  /** Whether somebody writes in it: otherwise, all marks are hidden. */
  readonly hasFocus: boolean;
  readonly titleOf: TitleOf;
}

/** How the text looks in some parts: each kind of syntax by its name. */
export const looksOf = (
  { state, tree, hasFocus, titleOf }: ParsedText,
  parts: readonly Part[],
  byName: Readonly<Record<string, Look>>,
): DecorationSet => {
  const found: Range<Decoration>[] = [];
  const looks: Looks = {
    state,
    titleOf,
    isTouched: ({ from, to }) =>
      hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from),
    mark: ({ from, to }, className, title) => {
      const attributes = title === undefined ? {} : { attributes: { title } };
      if (from < to)
        found.push(Decoration.mark({ class: className, ...attributes }).range(from, to));
    },
    lines: (part, className) => {
      const look = Decoration.line({ class: className });
      found.push(...linesOf(state, part).map(({ from }) => look.range(from)));
    },
    replace: ({ from, to }, widget) => {
      if (from >= to || !isInLine(state, { from, to })) return;
      const options = widget === undefined ? {} : { widget };
      found.push(Decoration.replace(options).range(from, to));
    },
  };
  const direction = Decoration.line({ attributes: { dir: 'auto' } });
  for (const { from, to } of parts) {
    for (const line of linesOf(state, { from, to })) {
      found.push(direction.range(line.from));
      if (line.length === 0 && !looks.isTouched(line)) looks.lines(line, 'text-blank');
    }
    tree.iterate({
      from,
      to,
      enter: ({ name, node }) => byName[name]?.(node, looks) !== true,
    });
  }
  return Decoration.set(found, true);
};

/** The lines that a part has something of; none of an empty range that ends before it begins. */
export const linesOf = (state: EditorState, { from, to }: Part): readonly Line[] => {
  const lines: Line[] = [];
  for (let at = from; at <= to; at = (lines.at(-1)?.to ?? to) + 1) lines.push(state.doc.lineAt(at));
  return lines;
};

export const isInLine = (state: EditorState, { from, to }: Part): boolean =>
  state.doc.lineAt(from).to >= to;

/** Shows marks of Markdown, or hides them. */
export const showMarks = (
  { mark, replace }: Pick<Looks, 'mark' | 'replace'>,
  marks: readonly Part[],
  areShown: boolean,
): void => {
  for (const each of marks) {
    if (areShown) mark(each, 'text-mark');
    else replace(each);
  }
};

/** What looks like its source, with what is in it. */
export const asSource: Look = (node, { mark }) => {
  mark(node, 'text-source');
  return true;
};

/** The text of a part. */
export const textIn = (state: EditorState, { from, to }: Part): string => state.sliceDoc(from, to);

/** A part, and as many spaces after it as there are, up to a number. */
export const withSpaces = (state: EditorState, { from, to }: Part, most = 1): Part => {
  const spaces = /^ */.exec(state.sliceDoc(to, to + most))?.[0].length ?? 0;
  return { from, to: to + spaces };
};

/** The names of the elements around a node. */
export const around = (node: SyntaxNode): readonly string[] => {
  const names: string[] = [];
  for (let { parent } = node; parent !== null; { parent } = parent) names.push(parent.name);
  return names;
};
