import type { SyntaxNode } from '@lezer/common';
import type { Replacement, Selected, TextEdit } from '../../text-edit.ts';
import { lists } from '../elements.ts';
import { sourceOf, type Source } from '../language.ts';
import { closeOf, closest, nameOf, openOf, parentsOf } from '../nodes.ts';
import { rename, wrap } from './blocks.ts';
import { insertAt, remove, replacementOf, type Change } from './changes.ts';
import type { Run } from '../runs.ts';
import { insertBlock } from './insert-block.ts';
import { isParagraph, selectedRuns } from './place.ts';

const entries: ReadonlySet<string> = new Set(['li']);

const entriesOf = (source: Source, list: SyntaxNode): readonly SyntaxNode[] =>
  list.getChildren('Element').filter((each) => nameOf(source, each) === 'li');

interface SelectedEntries {
  readonly list: SyntaxNode;
  readonly all: readonly SyntaxNode[];
  /** The selected ones. */
  readonly first: SyntaxNode;
  readonly last: SyntaxNode;
}

/** The entries of the innermost list around the start of the selection. */
export const selectedEntries = (
  source: Source,
  selected: Selected,
): SelectedEntries | undefined => {
  const [run] = selectedRuns(source, selected);
  const entry = closest(source, run?.block, entries);
  const list = entry?.parent;
  if (entry === undefined || !list || !lists.has(nameOf(source, list))) return undefined;
  const all = entriesOf(source, list);
  const last =
    all.findLast(({ from, to }) => from <= selected.end && to >= selected.start) ?? entry;
  const first = all.find(({ from }) => from === entry.from) ?? entry;
  return { list, all, first, last };
};

/** Takes the selected entries out of their list, as paragraphs. */
const takeOut = (
  source: Source,
  { list, all, first, last }: SelectedEntries,
  selected: Selected,
) => {
  const name = nameOf(source, list);
  const open = openOf(list);
  const close = closeOf(list);
  const taken = all.filter(({ from }) => from >= first.from && from <= last.from);
  const runs = selectedRuns(source, { ...selected, start: first.from, end: last.to });
  const changes: Change[] = taken.flatMap((entry) => {
    const loose = runs.filter(({ block }) => block?.from === entry.from);
    const end = closeOf(entry);
    return [
      remove(openOf(entry)),
      ...(end === undefined ? [] : [remove(end)]),
      ...loose.flatMap((run) => wrap(run, '<p>', '</p>')),
    ];
  });
  if (first === all[0]) changes.push(remove({ from: open.from, to: first.from }));
  else changes.push(insertAt(first.from, `</${name}>\n`));
  if (last !== all.at(-1)) changes.push(insertAt(last.to, `\n${source.read(open.from, open.to)}`));
  else if (close !== undefined) changes.push(remove({ from: last.to, to: close.to }));
  return replacementOf(selected, changes);
};

/** The first run, and those after it that are in the same element: a list cannot begin in one cell and end in another. */
const siblingsIn = (source: Source, runs: readonly Run[]): readonly Run[] => {
  const around = ({ block }: Run) => (isParagraph(source, block) ? block.parent : block)?.from;
  const others = runs.findIndex((run) => runs[0] !== undefined && around(run) !== around(runs[0]));
  return others === -1 ? runs : runs.slice(0, others);
};

/** Makes the selected paragraphs entries of a list, also those of another kind of list; or takes them out of such a list. */
export const toggleList =
  (name: 'ul' | 'ol'): TextEdit =>
  (selected) => {
    const source = sourceOf(selected.text);
    const current = selectedEntries(source, selected);
    if (current !== undefined) {
      const { list } = current;
      if (nameOf(source, list) !== name) {
        return replacementOf(selected, rename(source, list, name, list.to));
      }
      return indentEntries(selected, 'out') ?? takeOut(source, current, selected);
    }
    const runs = siblingsIn(source, selectedRuns(source, selected));
    const [first, last] = [runs[0], runs.at(-1)];
    if (first === undefined || last === undefined) {
      return insertBlock(`<${name}>\n<li></li>\n</${name}>`)(selected);
    }
    const changes = runs.flatMap(({ from, to, block }): readonly Change[] => {
      if (!isParagraph(source, block)) return wrap({ from, to }, '<li>', '</li>');
      const close = closeOf(block);
      return [
        { from: block.from, to: openOf(block).to, text: '<li>' },
        close === undefined
          ? insertAt(to, '</li>')
          : { from: close.from, to: close.to, text: '</li>' },
      ];
    });
    const from = isParagraph(source, first.block) ? first.block.from : first.from;
    const to = isParagraph(source, last.block) ? last.block.to : last.to;
    return replacementOf(selected, [
      insertAt(from, `<${name}>\n`),
      ...changes,
      insertAt(to, `\n</${name}>`),
    ]);
  };

/** Puts the selected entries into the one before them. */
const indent = (
  source: Source,
  { list, all, first, last }: SelectedEntries,
  selected: Selected,
) => {
  const before = all[all.indexOf(first) - 1];
  if (before === undefined) return undefined;
  const name = nameOf(source, list);
  const inner = before.getChildren('Element').findLast((each) => lists.has(nameOf(source, each)));
  const end = closeOf(before);
  const innerEnd = inner && closeOf(inner);
  const isLast = inner !== undefined && source.read(inner.to, end?.from ?? before.to).trim() === '';
  const kind = isLast ? nameOf(source, inner) : name;
  const from = (isLast ? innerEnd?.from : undefined) ?? end?.from ?? before.to;
  const space = isLast ? (/\n?[ \t]*$/.exec(source.read(inner.from, from))?.[0].length ?? 0) : 0;
  return replacementOf(selected, [
    remove({ from: from - space, to: before.to }),
    ...(isLast ? [] : [insertAt(first.from, `<${kind}>\n`)]),
    insertAt(last.to, `\n</${kind}>\n</li>`),
  ]);
};

/** Puts the selected entries behind the entry whose list they are in. Those after them go into the last one. */
const outdent = (
  source: Source,
  { list, all, first, last }: SelectedEntries,
  selected: Selected,
) => {
  const parent = closest(source, list.parent ?? undefined, entries);
  if (parent === undefined || !parentsOf(list).some(({ from }) => from === parent.from)) {
    return undefined;
  }
  const name = nameOf(source, list);
  const open = openOf(list);
  const isRest = last !== all.at(-1);
  const after = source.read(list.to, closeOf(parent)?.from ?? list.to);
  const isEnd = after.trim() === '';
  const end = closeOf(last);
  const rest = isRest
    ? { from: end?.from ?? last.to, to: last.to, text: `\n${source.read(open.from, open.to)}` }
    : remove({ from: end?.from ?? last.to, to: list.to + (isEnd ? after.length : 0) });
  const before =
    first === all[0]
      ? { from: list.from, to: first.from, text: '</li>\n' }
      : insertAt(first.from, `</${name}>\n</li>\n`);
  return replacementOf(selected, [before, rest]);
};

/**
 * Moves the selected entries, with those inside them, one level. Undefined outside of lists, and where there is no such
 * level: there the key leaves the text.
 */
export const indentEntries = (
  selected: Selected,
  direction: 'in' | 'out',
): Replacement | undefined => {
  const source = sourceOf(selected.text);
  const current = selectedEntries(source, selected);
  if (current === undefined) return undefined;
  return direction === 'in'
    ? indent(source, current, selected)
    : outdent(source, current, selected);
};

/** Ends the list at an empty entry, or leaves the inner list. */
export const leaveList: TextEdit = (selected) => {
  const source = sourceOf(selected.text);
  const current = selectedEntries(source, selected);
  return (
    indentEntries(selected, 'out') ??
    (current === undefined ? insertBlock('<p></p>')(selected) : takeOut(source, current, selected))
  );
};
