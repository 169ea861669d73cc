import type { SyntaxNode } from '@lezer/common';
import { t } from '../../../../../catalogue/texts.ts';
import type { Part } from '../../formatted/looks.ts';
import type { Selected, TextEdit } from '../../text-edit.ts';
import { sourceOf, type Source } from '../language.ts';
import { closeOf, closest, nameOf, openOf, parentsOf } from '../nodes.ts';
import type { Run } from '../runs.ts';
import { insertAt, nothing, remove, replacementOf, type Change } from './changes.ts';
import { insertBlock } from './insert-block.ts';
import { toggleMark } from './marks.ts';
import { isParagraph, selectedRuns } from './place.ts';

/** Gives an element another name, and keeps its attributes. @param end where it ends if it has no tag for that. */
export const rename = (
  source: Source,
  element: SyntaxNode,
  name: string,
  end: number,
): readonly Change[] => {
  if (nameOf(source, element) === name) return [];
  const opening = element.firstChild?.getChild('TagName');
  const closing =
    element.lastChild?.name === 'CloseTag' ? element.lastChild.getChild('TagName') : null;
  return [
    ...(opening ? [{ from: opening.from, to: opening.to, text: name }] : []),
    closing ? { from: closing.from, to: closing.to, text: name } : insertAt(end, `</${name}>`),
  ];
};

export const wrap = ({ from, to }: Part, open: string, close: string): readonly Change[] => [
  insertAt(from, open),
  insertAt(to, close),
];

/** Makes each selected paragraph a heading of a level from 1 to 6, or a paragraph. */
export const setHeading =
  (level: number | undefined): TextEdit =>
  (selected) => {
    const source = sourceOf(selected.text);
    const name = level === undefined ? 'p' : `h${level}`;
    const runs = selectedRuns(source, selected);
    if (runs.length === 0) return insertBlock(`<${name}></${name}>`)(selected);
    const changes = runs.flatMap((run) => {
      if (isParagraph(source, run.block)) return rename(source, run.block, name, run.to);
      const isIn = run.block !== undefined && level === undefined;
      return isIn ? [] : wrap(run, `<${name}>`, `</${name}>`);
    });
    return replacementOf(selected, changes);
  };

const containers: ReadonlySet<string> = new Set(
  'article aside blockquote body caption dd details div fieldset figcaption figure footer header html main nav section td th'.split(
    ' ',
  ),
);

interface Unit extends Part {
  /** Where the element begins that contains it. */
  readonly parent: number | undefined;
}

/** What is put into a quotation as a whole: the list of an entry, but the text of a cell. */
const unitOf = (source: Source, run: Run): Unit => {
  let unit: Unit = { from: run.from, to: run.to, parent: run.block?.from };
  if (run.block === undefined) return unit;
  for (const each of [run.block, ...parentsOf(run.block)]) {
    const isWhole = each === run.block && isParagraph(source, each);
    if (!isWhole && containers.has(nameOf(source, each))) break;
    unit = { from: each.from, to: each.to, parent: each.parent?.from };
  }
  return unit;
};

/** From the first unit of some runs to the last one in the same element. */
const unitsOf = (source: Source, runs: readonly Run[]): Part => {
  const units = runs.map((run) => unitOf(source, run));
  const inside = units.filter(({ parent }) => parent === units[0]?.parent);
  return {
    from: Math.min(...inside.map(({ from }) => from)),
    to: Math.max(...inside.map(({ to }) => to)),
  };
};

const quotes: ReadonlySet<string> = new Set(['blockquote']);

export const quote: TextEdit = (selected) => {
  const source = sourceOf(selected.text);
  const runs = selectedRuns(source, selected);
  const [first] = runs;
  if (first === undefined) return insertBlock('<blockquote>\n<p></p>\n</blockquote>')(selected);
  const around = closest(source, first.block, quotes);
  if (around !== undefined) {
    const isLoose = first.block !== undefined && first.block.from === around.from;
    if (isLoose) return replacementOf(selected, rename(source, around, 'p', first.to));
    const [open, close] = [openOf(around), closeOf(around)];
    const start = /^\s*/.exec(source.read(open.to, around.to))?.[0].length ?? 0;
    const end =
      close === undefined ? 0 : (/\s*$/.exec(source.read(open.to, close.from))?.[0].length ?? 0);
    return replacementOf(selected, [
      remove({ from: open.from, to: open.to + start }),
      ...(close === undefined ? [] : [remove({ from: close.from - end, to: close.to })]),
    ]);
  }
  const isLoose = runs.length === 1 && !isParagraph(source, first.block);
  const unit = unitsOf(source, runs);
  const [open, close] = isLoose && unit.from === first.from ? ['<p>', '</p>'] : ['', ''];
  return replacementOf(selected, wrap(unit, `<blockquote>\n${open}`, `${close}\n</blockquote>`));
};

const pres: ReadonlySet<string> = new Set(['pre']);

/** The selection as a block of code, or an empty one. */
export const codeBlock: TextEdit = (selected) => {
  const { text, start, end } = selected;
  const source = sourceOf(text);
  const runs = start === end ? [] : selectedRuns(source, selected);
  if (runs.length === 0) return insertBlock('<pre><code></code></pre>', [11, 11])(selected);
  const code = runs.map(({ from, to }) => source.read(from, to)).join('\n');
  const made = `<pre><code>${code}</code></pre>`;
  const { from, to } = unitsOf(source, runs);
  return { start: from, end: to, text: made, selection: [11, 11 + code.length] };
};

/** A block of several paragraphs, an element in one. A block of code becomes a paragraph. */
export const code: TextEdit = (selected: Selected) => {
  const source = sourceOf(selected.text);
  const runs = selectedRuns(source, selected);
  const block = closest(source, runs[0]?.block, pres);
  if (block === undefined) {
    return runs.length > 1
      ? codeBlock(selected)
      : toggleMark('code', t.textEditor.samples.code)(selected);
  }
  const [first] = runs;
  if (first === undefined) return nothing(selected);
  const inner = block.getChildren('Element').filter((each) => nameOf(source, each) === 'code');
  const tags = inner.flatMap((each) => [openOf(each), closeOf(each)]);
  return replacementOf(selected, [
    ...rename(source, block, 'p', first.to),
    ...tags.filter((tag) => tag !== undefined).map(remove),
  ]);
};
