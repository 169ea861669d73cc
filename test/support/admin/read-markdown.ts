import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Selected } from '../../../adapters/admin/screens/editor/text/text-edit.ts';

/** What the marks of a text say about its letters. */
export type Meaning = 'strong' | 'emphasis' | 'link' | 'inlineCode';

export interface Reading {
  /** Without spaces. */
  readonly text: string;
  /** The letters of a generated text, each with whether it has the meaning. Those of images are left out. */
  readonly letters: ReadonlyMap<string, boolean>;
}

/** Of the letters of a generated text, which are in no mark. */
const first = '\u0100';
const isLetter = (each: string): boolean => each >= first && each < '\u0250';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** What readers see of Markdown, by the parser of the remark family. It differs where runs of marks are shared. */
export const readAsRemark = (source: string, meaning: Meaning): Reading => {
  const letters = new Map<string, boolean>();
  let text = '';
  const read = (node: Node, hasMeaning: boolean): void => {
    text += node.value ?? '';
    for (const each of node.value ?? '') if (isLetter(each)) letters.set(each, hasMeaning);
    for (const each of node.children ?? []) read(each, hasMeaning || each.type === meaning);
  };
  read(fromMarkdown(source), false);
  return { text: text.replace(/\s+/g, ''), letters };
};

const markdownIt = new MarkdownIt('commonmark').enable('strikethrough');
const names = {
  strong: 'strong',
  emphasis: 'em',
  link: 'link',
  inlineCode: 'code_inline',
} as const;

/** The same by markdown-it. It differs where backticks of several lengths are nested. */
export const readAsMarkdownIt = (source: string, meaning: Meaning): Reading => {
  const letters = new Map<string, boolean>();
  let text = '';
  for (const block of markdownIt.parse(source, {})) {
    let depth = 0;
    for (const { type, content } of block.children ?? []) {
      if (type === `${names[meaning]}_open`) depth += 1;
      else if (type === `${names[meaning]}_close`) depth -= 1;
      else if (type !== 'image') {
        text += content;
        for (const each of content) {
          if (isLetter(each)) letters.set(each, depth > 0 || type === names[meaning]);
        }
      }
    }
  }
  return { text: text.replace(/\s+/g, ''), letters };
};

/** Words and spaces, several times as many as anything else. */
export const words = {
  arbitrary: fc.constantFrom('w', 'ww', ' w', 'w ', ' '),
  weight: 6,
};

export const markedWords = fc.constantFrom(
  ' **w** ',
  ' __w__ ',
  ' _w_ ',
  ' *w* ',
  ' ***w*** ',
  ' **w _w_** ',
  ' *w **w** w* ',
  'w**w**w',
  'w*w*w',
);
export const spans = fc.constantFrom('`w`', '``w ` w``', '[w](/w_)', '![w](/w)');
export const punctuation = fc.constantFrom(
  '.',
  ',',
  '(',
  ')',
  '"',
  '!',
  '。',
  '「',
  '\\*',
  '\\_',
  '-',
  '$',
);
export const breaks = fc.constantFrom(
  '\n',
  '\n\n',
  '\n\n- ',
  '\n\n1. ',
  '\n\n> ',
  '\n\n## ',
  '\n\n- [ ] ',
  '\\\n',
);
export const strayMarks = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '***',
  '`',
  '[',
  ']',
  '~',
  '~~',
  '![',
  '](/w)',
  '\\',
);

/** Texts of these pieces, in which each `w` is another letter, so that it is found again in what is read. */
export const textsOf = (
  ...pieces: (
    | fc.Arbitrary<string>
    | { readonly arbitrary: fc.Arbitrary<string>; readonly weight: number }
  )[]
): fc.Arbitrary<string> =>
  fc.array(fc.oneof(...pieces), { minLength: 1, maxLength: 14 }).map((all) => {
    let next = first.charCodeAt(0);
    return `w${all.join('')}w`
      .replace(/ {2,}/g, ' ')
      .replace(/w/g, () => String.fromCodePoint(next++));
  });

/** A text with a selection of at least one character. */
export const selectedIn = (texts: fc.Arbitrary<string>): fc.Arbitrary<Selected> =>
  fc.tuple(texts, fc.nat(), fc.nat()).map(([text, from, length]) => {
    const start = from % text.length;
    return { text, start, end: Math.min(text.length, start + 1 + (length % text.length)) };
  });

/** The selected letters that readers see. */
export const lettersIn = ({ text, start, end }: Selected, { letters }: Reading): string[] =>
  text
    .slice(start, end)
    .match(/\p{L}/gu)
    ?.filter((each) => letters.has(each)) ?? [];
