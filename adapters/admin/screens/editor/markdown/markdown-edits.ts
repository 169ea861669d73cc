/** A text and the selection in it, as offsets in UTF-16 code units. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces `start` to `end` by `text`, then selects a part of it, by offsets in it. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly selection: readonly [number, number];
}

export type MarkdownEdit = (selected: Selected) => Replacement;

/** Surrounds the selection with a mark, or removes the marks that surround it. */
const surround =
  (mark: string, sample: string): MarkdownEdit =>
  ({ text, start, end }) => {
    const { length } = mark;
    const isMarked =
      text.slice(start - length, start) === mark && text.slice(end, end + length) === mark;
    const inner = text.slice(start, end);
    if (isMarked) {
      return {
        start: start - length,
        end: end + length,
        text: inner,
        selection: [0, inner.length],
      };
    }
    const content = inner === '' ? sample : inner;
    return {
      start,
      end,
      text: mark + content + mark,
      selection: [length, length + content.length],
    };
  };

/** Changes each line of the selection. */
const onLines =
  (change: (line: string, index: number) => string): MarkdownEdit =>
  ({ text, start, end }) => {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const next = text.indexOf('\n', end);
    const to = next === -1 ? text.length : next;
    const lines = text.slice(from, to).split('\n').map(change).join('\n');
    return { start: from, end: to, text: lines, selection: [0, lines.length] };
  };

/** Puts a prefix before each line, or removes it where it is. */
const prefix =
  (pattern: RegExp, make: (index: number) => string): MarkdownEdit =>
  (selected) =>
    onLines((line, index) => (pattern.test(line) ? line.replace(pattern, '') : make(index) + line))(
      selected,
    );

const link: MarkdownEdit = ({ text, start, end }) => {
  const inner = text.slice(start, end);
  const isUrl = /^https?:\/\/\S+$/.test(inner);
  const label = isUrl || inner === '' ? 'text' : inner;
  const url = isUrl ? inner : 'https://';
  const from = isUrl ? 1 : label.length + 3;
  return {
    start,
    end,
    text: `[${label}](${url})`,
    selection: [from, from + (isUrl ? label.length : url.length)],
  };
};

/** Puts an image in the place of the selection. Brackets would end its text. */
export const imageEdit =
  (alt: string, url: string): MarkdownEdit =>
  ({ start, end }) => {
    const text = `![${alt.replace(/[[\]]/g, '\\$&')}](${url})`;
    return { start, end, text, selection: [text.length, text.length] };
  };

/** A fence around several lines, backticks around less. */
const code: MarkdownEdit = (selected) => {
  const inner = selected.text.slice(selected.start, selected.end);
  if (!inner.includes('\n')) return surround('`', 'code')(selected);
  return {
    start: selected.start,
    end: selected.end,
    text: `\`\`\`\n${inner}\n\`\`\``,
    selection: [4, 4 + inner.length],
  };
};

/** The commands of the toolbar. */
export const markdownEdits = {
  bold: surround('**', 'bold'),
  italic: surround('_', 'italic'),
  heading: prefix(/^#{1,6} /, () => '## '),
  quote: prefix(/^> /, () => '> '),
  bullets: prefix(/^[-*+] /, () => '- '),
  numbers: prefix(/^\d+[.)] /, (index) => `${index + 1}. `),
  code,
  link,
} satisfies Record<string, MarkdownEdit>;
