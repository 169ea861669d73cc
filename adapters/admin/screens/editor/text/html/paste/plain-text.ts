import { insert, type TextEdit } from '../../text-edit.ts';
import { escapeHtml } from '../attributes.ts';
import { afterEdit, between, isParagraph, runAt, runsNear, splitInlines } from '../edits/place.ts';
import { insertBlock } from '../edits/insert-block.ts';
import { replaceRange } from '../edits/replace-range.ts';
import { sourceOf } from '../language.ts';
import { closest, nameOf } from '../nodes.ts';

const pres: ReadonlySet<string> = new Set(['pre']);

const linesOf = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>\n');

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n[ \t]*\n\s*/)
    .map((each) => linesOf(each.trim()))
    .filter((each) => each !== '');

/** The paragraphs of a text as blocks of HTML. */
export const plainBlocks = (text: string): string =>
  paragraphsOf(text)
    .map((each) => `<p>${each}</p>`)
    .join('\n');

/** A text as one line of HTML. */
export const plainLine = linesOf;

/** Puts a text in the place of the selection, so that the page shows its characters. */
export const pastePlain =
  (text: string): TextEdit =>
  (selected) => {
    const { start, end } = selected;
    if (start < end) {
      const edit = replaceRange(sourceOf(selected.text), { from: start, to: end }, '');
      const left = afterEdit(selected, edit ?? { start, end, text: '', selection: [0, 0] });
      return between(selected, afterEdit(left, pastePlain(text)(left)));
    }
    const source = sourceOf(selected.text);
    const run = runAt(runsNear(source, { from: start, to: start }), start);
    const block = run?.block;
    if (closest(source, block, pres) !== undefined) return insert(escapeHtml(text))(selected);
    if (run === undefined || run.isAtom) return insertBlock(plainBlocks(text))(selected);
    const paragraphs = paragraphsOf(text);
    if (paragraphs.length < 2) return insert(linesOf(text))(selected);
    const name = block === undefined ? '' : nameOf(source, block);
    const gap = isParagraph(source, block) || name === 'li' ? `</${name}>\n<${name}>` : '<br>\n';
    const isSplit = gap.startsWith('</');
    return insert(paragraphs.join(isSplit ? splitInlines(source, start, gap) : gap))(selected);
  };
