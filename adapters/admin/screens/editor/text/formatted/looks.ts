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
  /** Shows a part as a box with a class, around everything else in it. @param isInLine whether others are in the same line. */
  readonly box: (part: Part, className: string, isInLine?: boolean) => void;
  /** Puts something before a place. */
  readonly before: (at: number, widget: WidgetType) => void;
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
export interface ParsedText {
  readonly state: EditorState;
  readonly tree: Tree;
  /** Whether somebody writes in it: otherwise, all marks are hidden. */
  readonly hasFocus: boolean;
  readonly titleOf: TitleOf;
}

/** How some parts of a text look. */
export interface ShownText {
  readonly looks: DecorationSet;
  /** Around everything else: each is one element for as long as it goes on. */
  readonly boxes: DecorationSet;
}

/** How the text looks in some parts. @param show adds the looks of a part. */
export const collectLooks = (
  { state, hasFocus, titleOf }: ParsedText,
  parts: readonly Part[],
  show: (looks: Looks, part: Part) => void,
): ShownText => {
  const found: Range<Decoration>[] = [];
  const boxes: Range<Decoration>[] = [];
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
    box: ({ from, to }, className, isInLine = false) => {
      // The direction of a line is that of the text in it which has none of its own.
      const attributes: Record<string, string> = isInLine ? { dir: 'auto' } : {};
      // What is hidden at its ends is inside, too: outside it would take up a line.
      const look = Decoration.mark({ class: className, attributes, inclusive: true });
      if (from < to) boxes.push(look.range(from, to));
    },
    before: (at, widget) => {
      found.push(Decoration.widget({ widget, side: -1 }).range(at));
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
    for (const line of linesOf(state, { from, to })) found.push(direction.range(line.from));
    show(looks, { from, to });
  }
  return { looks: Decoration.set(found, true), boxes: Decoration.set(boxes, true) };
};

/** How the text looks in some parts: each kind of syntax by its name. */
export const looksOf = (
  text: ParsedText,
  parts: readonly Part[],
  byName: Readonly<Record<string, Look>>,
): ShownText =>
  collectLooks(text, parts, (looks, part) => {
    for (const line of linesOf(text.state, part)) {
      if (line.length === 0 && !looks.isTouched(line)) looks.lines(line, 'text-blank');
    }
    text.tree.iterate({
      ...part,
      enter: ({ name, node }) => byName[name]?.(node, looks) !== true,
    });
  });

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
