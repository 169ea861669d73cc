import { show, trim, withoutStrays } from './change-emphasis.ts';
import { inlineSpans, overlaps, type Range, type Span } from './inline-spans.ts';
import { escapeAddress, escapeLabel, linkText } from './links.ts';
import { apply, applyAround, escapeAt, extend, marksAt, type Marked } from './span-edits.ts';
import { textBlocks } from './text-blocks.ts';
import type { Selected, TextEdit } from '../text-edit.ts';

const isAutolink = (source: string): boolean => /^<(?:[a-z][a-z\d+.-]+:|[^\s<>@]+@)/i.test(source);

/** Without the brackets of the addresses in it, which would be links in the link. */
const withoutAutolinks = ({ text, range }: Marked): Marked => {
  const edits = inlineSpans(text)
    .filter((span) => span.kind === 'atom' && overlaps(span, range))
    .filter(({ from, to }) => isAutolink(text.slice(from, to)))
    .flatMap(({ from, to }) => [
      { from, to: from + 1, text: '' },
      { from: to - 1, to, text: '' },
    ]);
  return applyAround({ text, range }, edits);
};

/** With a backslash before what could be a part of the link, or make it an image: stray brackets and its neighbour. */
const withoutStrayBrackets = (marked: Marked): Marked => {
  const { text, range } = marked;
  const parts = inlineSpans(text).flatMap((span) =>
    span.kind === 'atom' || span.kind === 'image' ? [span] : marksAt(span),
  );
  const places = [...text.matchAll(/[[\]!\\]/g)].flatMap(({ 0: each, index }) => {
    const isBeside = index === range.from - 1;
    const isOwn = parts.some((part) => overlaps(part, { from: index, to: index + 1 }));
    return isOwn || (!isBeside && /[!\\]/.test(each)) ? [] : [index];
  });
  return applyAround(marked, escapeAt(places));
};

/** What readers see, and what of it is emphasised. */
const readingOf = (text: string): string => {
  const [strong, em] = [show(text, 'strong'), show(text, 'em')];
  return JSON.stringify([strong.text, strong.isOn, em.isOn]);
};

interface Linked {
  readonly text: string;
  /** Where the link ends in it. */
  readonly end: number;
}

/** A block with a link around a range. Undefined where there would be none, or more would change. */
const surround = ({ text, range }: Marked, address: string): Linked | undefined => {
  const { from, to } = range;
  const inner = inlineSpans(text).filter((span) => span.kind === 'link' && overlaps(span, range));
  const made = apply(text, [
    ...inner.flatMap(marksAt).map((mark) => ({ ...mark, text: '' })),
    { from, to: from, text: '[' },
    { from: to, to, text: `](${escapeAddress(address)})` },
  ]);
  const end = made.length - (text.length - to);
  const isLink = inlineSpans(made).some(
    (span) => span.kind === 'link' && span.from === from && span.to === end,
  );
  return isLink && readingOf(text) === readingOf(made) ? { text: made, end } : undefined;
};

/** A block with a link around a range, and around what that would cut; unchanged where Markdown cannot say that. */
const linked = (text: string, range: Range, address: string): Linked | undefined => {
  const isLink = (span: Span, now: Range): boolean => span.kind === 'link' && overlaps(span, now);
  const ends = (span: Span, now: Range): boolean =>
    ['em', 'strong', 'strike'].includes(span.kind) &&
    (span.content.from === now.from || span.content.to === now.to);
  const bare = withoutAutolinks({ text, range: extend(inlineSpans(text), range, isLink) });
  const escaped = withoutStrayBrackets(bare);
  for (const plain of [bare, escaped, withoutStrays(escaped) ?? escaped]) {
    const spans = inlineSpans(plain.text);
    const wider = extend(spans, plain.range, (span, now) => isLink(span, now) || ends(span, now));
    for (const part of [plain.range, wider]) {
      const made = surround({ text: plain.text, range: part }, address);
      if (made !== undefined) return made;
    }
  }
  return undefined;
};

/** A link in a text. */
interface Link extends Range {
  /** Its Markdown. */
  readonly label: string;
  readonly address: string;
}

/** The link around a caret; undefined if there is none, or something is selected. */
export const linkAt = ({ text, start, end }: Selected): Link | undefined => {
  const block = textBlocks(text).find(({ from, to }) => from < start && start < to);
  if (start !== end || block === undefined) return undefined;
  const source = text.slice(block.from, block.to);
  const at = start - block.from;
  const span = inlineSpans(source).find(
    ({ kind, from, to }) => kind === 'link' && from < at && at < to,
  );
  if (span === undefined) return undefined;
  const { content } = span;
  const [, address = ''] = /^\]\(<?([^\s>)]*)/.exec(source.slice(content.to, span.to)) ?? [];
  return {
    from: block.from + span.from,
    to: block.from + span.to,
    label: source.slice(content.from, content.to),
    address,
  };
};

/** Takes the link around the caret away, and leaves what it says. */
export const unlinkEdit: TextEdit = (selected) => {
  const link = linkAt(selected);
  const { start, end } = selected;
  if (link === undefined) return { start, end, text: '', selection: [0, 0] };
  const { from, to, label } = link;
  return { start: from, end: to, text: label, selection: [label.length, label.length] };
};

/**
 * Links the selection, which may contain Markdown: each paragraph, entry and cell of it by itself, because a link ends
 * with its block. A link that it touches, or that is around the caret, gets the address. Elsewhere, without a selection,
 * links the given label and selects it.
 *
 * @param label what the link says if nothing is selected.
 */
export const linkEdit =
  (address: string, label: string): TextEdit =>
  (selected) => {
    const { text, start, end } = selected;
    const around = linkAt(selected);
    if (around !== undefined) {
      const made = `[${around.label}](${escapeAddress(address)})`;
      const { from, to } = around;
      return { start: from, end: to, text: made, selection: [made.length, made.length] };
    }
    if (text.slice(start, end).trim() === '') {
      const made = linkText(label, address);
      return { start, end, text: made, selection: [1, 1 + escapeLabel(label).length] };
    }
    let made = '';
    let copied = start;
    let from = start;
    let caret = end - start;
    for (const block of textBlocks(text)) {
      if (!overlaps(block, { from: start, to: end })) continue;
      const source = text.slice(block.from, block.to);
      const atoms = inlineSpans(source).filter(({ kind }) => kind === 'atom');
      const range = trim(source, atoms, {
        from: Math.max(0, start - block.from),
        to: Math.min(end, block.to) - block.from,
      });
      const link = range && linked(source, range, address);
      if (link === undefined) continue;
      if (made === '') from = copied = block.from;
      made += text.slice(copied, block.from) + link.text;
      caret = made.length - link.text.length + link.end;
      copied = block.to;
    }
    return { start: from, end: copied, text: made, selection: [caret, caret] };
  };
