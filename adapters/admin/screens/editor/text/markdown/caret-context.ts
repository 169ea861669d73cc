import { isInCodeSpan } from './code-context.ts';
import type { CaretContext } from '../syntax.ts';
import { lineEnd, lineStart, type Selected } from '../text-edit.ts';

const spans: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['bold', /\*\*(?=\S)(?:.+?)(?<=\S)\*\*|__(?=\S)(?:.+?)(?<=\S)__/g],
  [
    'italic',
    /(?<![\w_])_(?=[^\s_])(?:.+?)(?<=[^\s_])_(?![\w_])|(?<!\*)\*(?=[^\s*])(?:.+?)(?<=[^\s*])\*(?!\*)/g,
  ],
  ['link', /\[[^\]]*\]\([^)]*\)/g],
];

const starts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['quote', /^ {0,3}>/],
  ['tasks', /^[ \t>]*[-*+] \[[ xX]\] /],
  ['bullets', /^[ \t>]*[-*+] (?!\[[ xX]\] )/],
  ['numbers', /^[ \t>]*\d+[.)] /],
];

/** The formatting at the caret, as far as its line says it. */
export const caretContext = ({ text, start }: Selected): CaretContext => {
  const from = lineStart(text, start);
  const line = text.slice(from, lineEnd(text, start));
  const at = start - from;
  const isInside = (pattern: RegExp): boolean =>
    [...line.matchAll(pattern)].some(
      ({ index, 0: { length } }) => at > index && at < index + length,
    );
  const pressed = [
    ...spans.filter(([, pattern]) => isInside(pattern)),
    ...starts.filter(([, pattern]) => pattern.test(line)),
  ].map(([name]) => name);
  if (isInCodeSpan(text, start)) pressed.push('code');
  return { heading: /^(#{1,6}) /.exec(line)?.[1]?.length, pressed: new Set(pressed) };
};
