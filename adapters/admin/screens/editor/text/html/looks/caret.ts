import {
  EditorSelection,
  EditorState,
  RangeSetBuilder,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { characterOf, escapeHtml } from '../attributes.ts';
import { isInText, runsNear } from '../edits/place.ts';
import { replaceRange } from '../edits/replace-range.ts';
import { inlines, opaque } from '../elements.ts';
import type { Source } from '../language.ts';
import { nameOf } from '../nodes.ts';
import type { Run } from '../runs.ts';
import { sourceAt, sourceIn } from './html-picture.ts';

const hard: ReadonlySet<string> = new Set([
  'table',
  'pre',
  'blockquote',
  'figure',
  'ul',
  'ol',
  'dl',
]);

/** Whether the text can go on behind its last block: in a paragraph it goes on inside. */
const isOpenEnd = (source: Source, runs: readonly Run[]): boolean => {
  const last = runs.at(-1);
  const outer = source.tree.topNode.lastChild;
  if (last === undefined) return true;
  if (last.isAtom) return true;
  const node = outer?.name === 'Text' ? outer.prevSibling : outer;
  return node?.name === 'Element' && hard.has(nameOf(source, node));
};

/** The nearest place where text can stand. @param isForward whether the caret moves towards the end. */
const textPlace = (source: Source, at: number, isForward: boolean): number => {
  if (isInText(source, at) && source.read(at - 1, at + 1).trim() !== '') return at;
  const runs = runsNear(source, { from: at, to: at });
  if (runs.some(({ from, to }) => from <= at && at <= to)) return at;
  const before = runs.findLast(({ to }) => to < at);
  const after = runs.find(({ from }) => from > at);
  if (after === undefined) {
    const isEnd = source.read(at, source.length).trim() === '';
    return isEnd && isOpenEnd(source, runs) ? at : (before?.to ?? at);
  }
  return (isForward || before === undefined ? after.from : before.to) ?? at;
};

/** The caret goes to places where text can stand. */
const keepInText = EditorState.transactionFilter.of((transaction) => {
  const { selection, docChanged, startState } = transaction;
  if (selection === undefined || docChanged) return transaction;
  const { main } = selection;
  const source = sourceAt(startState, main.to);
  const isForward = main.head > startState.selection.main.head || main.head === 0;
  const head = textPlace(source, main.head, isForward);
  const anchor = main.empty ? head : textPlace(source, main.anchor, main.anchor < main.head);
  if (head === main.head && anchor === main.anchor) return transaction;
  return [transaction, { selection: EditorSelection.single(anchor, head) }];
});

/** Tags and entities are passed as a whole. */
const atomsOf = ({ state, visibleRanges }: EditorView): DecorationSet => {
  const source = sourceIn(state);
  const found: { from: number; to: number }[] = [];
  for (const part of visibleRanges) {
    source.tree.iterate({
      ...part,
      enter: ({ name, node }) => {
        if (name === 'Element') {
          const tag = nameOf(source, node);
          const isWhole = tag === 'img' || tag === 'iframe' || tag === 'hr' || tag === 'br';
          if (isWhole) found.push({ from: node.from, to: node.to });
          return !isWhole && !opaque.has(tag);
        }
        const isTag = name === 'OpenTag' || name === 'CloseTag';
        const isKnown = isTag && node.parent !== null && inlines.has(nameOf(source, node.parent));
        const isCharacter =
          /^(?:Entity|Character)Reference$/.test(name) &&
          characterOf(source.read(node.from, node.to)) !== undefined;
        if (isKnown || isCharacter) found.push({ from: node.from, to: node.to });
        return name === 'Document';
      },
    });
    const runs = runsNear(source, part);
    for (const [index, { from }] of runs.entries()) {
      const before = runs[index - 1]?.to ?? 0;
      if (before < from) found.push({ from: before, to: from });
    }
    const end = runs.at(-1)?.to ?? source.length;
    if (end < source.length && !isOpenEnd(source, runs))
      found.push({ from: end, to: source.length });
  }
  const builder = new RangeSetBuilder<Decoration>();
  const look = Decoration.mark({});
  let end = 0;
  for (const { from, to } of found.toSorted(
    (left, right) => left.from - right.from || right.to - left.to,
  )) {
    if (from < end || from >= to) continue;
    builder.add(from, to, look);
    end = to;
  }
  return builder.finish();
};

/** Whether a place is in something that looks like its source, where each character is written as it is. */
const isInSource = (source: Source, at: number): boolean => {
  const { name } = source.tree.resolveInner(at, -1);
  return !/^(?:Document|Element|Text|OpenTag|CloseTag|SelfClosingTag|EndTag|EntityReference|CharacterReference|InvalidEntity|SelfClosingEndTag)$/.test(
    name,
  );
};

/** What is typed, as HTML: its characters, in a paragraph, without half of what it replaces. */
export const typedEdit = (
  source: Source,
  { from, to }: { readonly from: number; readonly to: number },
  typed: string,
) => {
  const isPlain = from === to && !/[<&]/.test(typed);
  if (isPlain && isInText(source, from) && source.read(from - 1, from + 1).trim() !== '') {
    return undefined;
  }
  if (isInSource(source, from)) return undefined;
  const runs = runsNear(source, { from, to });
  const run = runs.find((each) => each.from <= from && from <= each.to);
  const text = escapeHtml(typed).replaceAll('&gt;', '>');
  const isLoose = (run === undefined || run.isAtom) && from === to && typed.trim() !== '';
  if (isLoose) {
    const at = run?.to ?? from;
    const isFirst = source.read(0, at).trim() === '';
    const start = `${isFirst || source.read(at - 1, at) === '\n' ? '' : '\n'}<p>`;
    const end = source.read(at, source.length).trim() === '' ? '</p>' : '</p>\n';
    const caret = start.length + text.length;
    return { start: at, end: at, text: start + text + end, selection: [caret, caret] as const };
  }
  if (from < to) {
    const edit = replaceRange(source, { from, to }, text);
    if (edit !== undefined) return edit;
  }
  return text === typed
    ? undefined
    : { start: from, end: to, text, selection: [text.length, text.length] as const };
};

/** What is typed and deleted keeps the text well formed. */
const keepForm = EditorState.transactionFilter.of((transaction) => {
  // What is composed belongs to the input method until it is done.
  if (transaction.isUserEvent('input.type.compose')) return transaction;
  const isTyped = transaction.isUserEvent('input.type') || transaction.isUserEvent('input.drop');
  const isDeleted = transaction.isUserEvent('delete');
  if (!transaction.docChanged || !(isTyped || isDeleted)) return transaction;
  const changes: { from: number; to: number; text: string }[] = [];
  transaction.changes.iterChanges((from, to, _, __, inserted) => {
    changes.push({ from, to, text: inserted.toString() });
  });
  const [change] = changes;
  if (change === undefined || changes.length > 1) return transaction;
  const edit = typedEdit(sourceAt(transaction.startState, change.to), change, change.text);
  if (edit === undefined) return transaction;
  const { start, end, text, selection } = edit;
  const spec: TransactionSpec = {
    changes: { from: start, to: end, insert: text },
    selection: { anchor: start + selection[0], head: start + selection[1] },
    scrollIntoView: true,
    userEvent: isTyped ? 'input.type' : 'delete',
  };
  return spec;
});

/** Makes a paragraph of the text around the caret, if it is in no block. */
const wrapText = (view: EditorView): void => {
  const { head } = view.state.selection.main;
  const runs = runsNear(sourceAt(view.state, head), { from: head, to: head });
  const run = runs.find(({ from, to }) => from <= head && head <= to);
  if (run === undefined || run.block !== undefined || run.isAtom) return;
  const changes = [
    { from: run.from, insert: '<p>' },
    { from: run.to, insert: '</p>' },
  ];
  view.dispatch({ changes, userEvent: 'input' });
};

/** The first words of a text get their paragraph when the input method is done with them. */
class ComposedText implements PluginValue {
  #isPending = false;

  update({ transactions, view }: ViewUpdate): void {
    this.#isPending ||= transactions.some((each) => each.isUserEvent('input.type.compose'));
    if (!this.#isPending || view.composing) return;
    this.#isPending = false;
    queueMicrotask(() => wrapText(view));
  }
}

/** Where the caret can be, and what is typed there. */
export const htmlCaret: Extension = [
  keepInText,
  keepForm,
  ViewPlugin.fromClass(ComposedText),
  EditorView.atomicRanges.of(atomsOf),
];
