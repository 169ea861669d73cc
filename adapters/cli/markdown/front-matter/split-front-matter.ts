import { InvalidFile } from '../text-file.ts';
import { metadataHeader } from './metadata-header.ts';

/** `header`: lines of names and values without a fence. */
export type FrontMatterFormat = 'yaml' | 'toml' | 'json' | 'header';

/** A text split into front matter and body, both unchanged. */
export interface SplitText {
  /** Undefined when there is no front matter. */
  readonly format: FrontMatterFormat | undefined;
  readonly matter: string;
  /** The number of the first line of `matter` in the file; undefined when there is none. */
  readonly firstLine?: number;
  readonly body: string;
}

/** In UTF-16 units; a hundred times more than usual. */
const maxLength = 256 * 1024;

/**
 * Front matter is at the start of the file, below blank lines at most: YAML between lines of `---`, TOML between lines
 * of `+++`, JSON between lines of `;;;`, or a JSON object. After `---` can be the name of the format. `...` also ends
 * YAML. Without any of them, it can be the header of {@link metadataHeader}.
 *
 * @throws InvalidFile when it has no end, is too large or in an unknown form.
 */
export const splitFrontMatter = (text: string): SplitText => {
  const split = fenced(text) ??
    jsonBlock(text) ??
    metadataHeader(text) ?? { format: undefined, matter: '', body: text };
  if (split.matter.length > maxLength) throw new InvalidFile('its front matter is too large');
  return split;
};

/** The names of formats after `---`, as gray-matter and Eleventy read them. Undefined for programs. */
const languages: Readonly<Record<string, FrontMatterFormat | undefined>> = {
  '': 'yaml',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  json: 'json',
};
const programs = /^(?:js|javascript|node|ts|typescript|cjs|mjs|coffee|coffeescript|cson|lua)$/;

const opening = /^((?:[ \t]*\r?\n)*)(---|\+\+\+|;;;)[ \t]*([A-Za-z]*)[ \t]*\r?\n/;
const closings = { '---': '---', '+++': '\\+\\+\\+', ';;;': ';;;' } as const;
const formats = { '+++': 'toml', ';;;': 'json' } as const;

const fenced = (text: string): SplitText | undefined => {
  const [matched, blank = '', fence = '', name = ''] = opening.exec(text) ?? [];
  if (matched === undefined || !isFence(fence)) return undefined;
  const language = name.toLowerCase();
  const isFormat = Object.hasOwn(languages, language) && (fence === '---' || language === '');
  if (!isFormat && !(fence === '---' && programs.test(language))) return undefined;
  const format = fence === '---' ? languages[language] : formats[fence];
  const ends = format === 'yaml' ? `(?:${closings[fence]}|\\.\\.\\.)` : closings[fence];
  const closing = new RegExp(`(?<=\\n)${ends}[ \\t]*(?:\\r?\\n|$)`, 'g');
  closing.lastIndex = matched.length;
  const end = closing.exec(text);
  const matter = text.slice(matched.length, end?.index);
  // Text between two rules of Markdown is not front matter.
  if (blank !== '' && !/^(?:\s*#[^\n]*\n)*\s*[\w"'-]+\s*[:=]|^\s*\{/.test(matter)) return undefined;
  if (end === null) throw new InvalidFile('its front matter has no closing line');
  if (format === undefined) {
    throw new InvalidFile(`its front matter is in a form that cannot be read: ${name}`);
  }
  const isBare = fence === ';;;' && !matter.trimStart().startsWith('{');
  return {
    format,
    matter: isBare ? `{${matter}}` : matter,
    firstLine: blank.split('\n').length + 1,
    body: text.slice(end.index + end[0].length),
  };
};

const isFence = (fence: string): fence is keyof typeof closings => Object.hasOwn(closings, fence);

const jsonBlock = (text: string): SplitText | undefined => {
  // A brace alone can also start an expression or a shortcode.
  const [blank, lines = ''] = /^((?:[ \t]*\r?\n)*)(?=\{\s*["}])/.exec(text) ?? [];
  if (blank === undefined) return undefined;
  const end = endOfObject(text);
  const [rest] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (rest === undefined) throw new InvalidFile('its front matter continues after the JSON object');
  return {
    format: 'json',
    matter: text.slice(lines.length, end),
    firstLine: lines.split('\n').length,
    body: text.slice(end + rest.length),
  };
};

/** @returns the index after the brace that closes the first one. */
const endOfObject = (text: string): number => {
  // A string without an end extends to the end of the file; searching inside it again would be quadratic.
  const pieces = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[{}]/g;
  let depth = 0;
  for (const { 0: piece, index } of text.slice(0, maxLength + 1).matchAll(pieces)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  throw new InvalidFile('its front matter has no closing brace');
};
