import { BrokenFile } from './broken-file.ts';

export type FrontMatterFormat = 'yaml' | 'toml' | 'json';

/** A text, taken apart. `matter` and `body` are pieces of it, unchanged. */
export interface SplitText {
  /** Undefined when there is no front matter. */
  readonly format: FrontMatterFormat | undefined;
  readonly matter: string;
  readonly body: string;
}

/** In UTF-16 units. What people write is a hundredth of it. */
const maxLength = 256 * 1024;

/**
 * Front matter starts with the first character of the file: YAML between lines of `---`, TOML
 * between lines of `+++`, or a JSON object.
 *
 * @throws BrokenFile when it has no end or is longer than any that people write.
 */
export const splitFrontMatter = (text: string): SplitText => {
  const split = fenced(text, 'yaml') ?? fenced(text, 'toml') ?? jsonBlock(text);
  if (split.matter.length > maxLength) throw new BrokenFile('its front matter is too large');
  return split;
};

const fences = { yaml: '---', toml: '\\+\\+\\+' } as const;

const fenced = (text: string, format: 'yaml' | 'toml'): SplitText | undefined => {
  const fence = fences[format];
  const opening = new RegExp(`^${fence}[ \\t]*\\r?\\n`).exec(text);
  if (opening === null) return undefined;
  const start = opening[0].length;
  const closing = new RegExp(`(?<=\\n)${fence}[ \\t]*(?:\\r?\\n|$)`, 'g');
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (end === null) throw new BrokenFile('its front matter has no closing line');
  return {
    format,
    matter: text.slice(start, end.index),
    body: text.slice(end.index + end[0].length),
  };
};

const jsonBlock = (text: string): SplitText => {
  // A brace alone may also open an expression or a shortcode.
  if (!/^\{\s*["}]/.test(text)) return { format: undefined, matter: '', body: text };
  const end = endOfObject(text);
  const [rest] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (rest === undefined) throw new BrokenFile('its front matter goes on after the JSON object');
  return { format: 'json', matter: text.slice(0, end), body: text.slice(end + rest.length) };
};

/** @returns the place after the brace that closes the first one. */
const endOfObject = (text: string): number => {
  // A text without an end reaches to that of the file: it is not looked for again from within.
  const pieces = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[{}]/g;
  let depth = 0;
  for (const { 0: piece, index } of text.slice(0, maxLength + 1).matchAll(pieces)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  throw new BrokenFile('its front matter has no closing brace');
};
