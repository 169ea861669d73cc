import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import {
  around,
  asSource,
  linesOf,
  textIn,
  withSpaces,
  type Look,
  type Looks,
  type Part,
} from '../../formatted/looks.ts';
import { bullet, checkBox, embedCard, rule } from '../../formatted/widgets.ts';

/** Lines with a class. */
const lined =
  (className: string): Look =>
  (node, { lines }) => {
    lines(node, className);
    return undefined;
  };

const heading = (level: number): Look => lined(`text-heading text-h${level}`);

/** The marks of a heading are shown while the caret is in its line. */
const headingMark: Look = (node, { state, isTouched, replace, mark }) => {
  const line = state.doc.lineAt(node.from);
  const isOpening = node.from === node.parent?.from;
  // The line below a heading, and the marks at the end of one.
  if (node.parent?.name.startsWith('Setext') === true || isTouched(line)) mark(node, 'text-mark');
  else if (isOpening) replace(withSpaces(state, node, 8));
  else {
    const before = / *$/.exec(state.sliceDoc(line.from, node.from))?.[0].length ?? 0;
    const opening = node.parent?.getChild('HeaderMark');
    const start = opening ? withSpaces(state, opening, 8).to : line.from;
    replace({ from: Math.max(start, node.from - before), to: node.to });
  }
  return undefined;
};

const quoteMark: Look = (node, { state, isTouched, replace, mark }) => {
  if (isTouched(state.doc.lineAt(node.from))) mark(node, 'text-mark');
  else replace(withSpaces(state, node));
  return undefined;
};

const depthOf = (node: SyntaxNode): number =>
  Math.min(6, around(node).filter((name) => name.endsWith('List')).length);

const indentOf = (state: EditorState, at: number): Part => {
  const { from, text } = state.doc.lineAt(at);
  return { from, to: from + (/^[ \t]*/.exec(text)?.[0].length ?? 0) };
};

/** Entries are indented by their level; the lines after the first one, too. */
const entry: Look = (node, { state, lines, isTouched, replace }) => {
  const depth = depthOf(node);
  const first = state.doc.lineAt(node.from);
  lines({ from: node.from, to: node.from }, `text-entry text-level-${depth}`);
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name.endsWith('List') || child.name === 'ListMark') continue;
    const from = child.from > first.to ? child.from : first.to + 1;
    lines({ from, to: child.to }, `text-level-${depth}`);
    for (const line of linesOf(state, { from, to: child.to })) {
      const indent = indentOf(state, line.from);
      if (!isTouched(indent)) replace(indent);
    }
  }
  return undefined;
};

const entryMark: Look = (node, { state, isTouched, replace, mark }) => {
  const indent = indentOf(state, node.from);
  // In a quotation, its mark is before the entry.
  const from = indent.to === node.from ? indent.from : node.from;
  if (isTouched({ from, to: node.to })) mark(node, 'text-mark');
  else {
    const sign = textIn(state, node);
    const isTask = /^\s*\[[ xX]\]\s/.test(state.sliceDoc(node.to, node.to + 8));
    const widget = bullet(/\d/.test(sign) ? sign : isTask ? '' : '•');
    replace(withSpaces(state, { from, to: node.to }), widget);
  }
  return undefined;
};

const task: Look = (node, { state, isTouched, replace }) => {
  const isDone = /x/i.test(textIn(state, node));
  if (!isTouched({ from: node.from + 1, to: node.to - 1 })) replace(node, checkBox(isDone));
  return undefined;
};

const code: Look = (node, { state, lines, mark }) => {
  lines(node, 'text-code');
  const isFenced = node.name === 'FencedCode';
  for (const each of isFenced ? node.getChildren('CodeMark') : []) {
    mark(state.doc.lineAt(each.from), 'text-mark');
  }
  return true;
};

const divider: Look = (node, { state, isTouched, replace }) => {
  if (!isTouched(state.doc.lineAt(node.from))) replace(node, rule);
  return undefined;
};

const address = /^<?(https?:\/\/[^\s<>]+)>?$/i;

/** A paragraph that is an address: what the frontend may embed. */
const embed = (node: SyntaxNode, { state, isTouched, replace }: Looks): boolean | undefined => {
  const [, url] = node.to - node.from < 2_000 ? (address.exec(textIn(state, node)) ?? []) : [];
  if (url === undefined || isTouched(node)) return undefined;
  replace(node, embedCard(url));
  return true;
};

/** Blocks: lines have their looks. */
export const blockLooks: Readonly<Record<string, Look>> = {
  ATXHeading1: heading(1),
  ATXHeading2: heading(2),
  ATXHeading3: heading(3),
  ATXHeading4: heading(4),
  ATXHeading5: heading(5),
  ATXHeading6: heading(6),
  SetextHeading1: heading(1),
  SetextHeading2: heading(2),
  HeaderMark: headingMark,
  Blockquote: lined('text-quote'),
  QuoteMark: quoteMark,
  ListItem: entry,
  ListMark: entryMark,
  TaskMarker: task,
  FencedCode: code,
  CodeBlock: code,
  HorizontalRule: divider,
  Paragraph: embed,
  HTMLBlock: asSource,
  CommentBlock: asSource,
  ProcessingInstructionBlock: asSource,
  LinkReference: asSource,
};
