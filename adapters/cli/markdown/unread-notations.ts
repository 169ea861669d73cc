import { mediaExtension } from './file-address.ts';

/** Notations of files that the import does not read. */
const notations: readonly (readonly [string, string])[] = [
  ['data-src', String.raw`\sdata-[\w-]*src(?:set)?\s*=\s*["']?(?!https?:|//)[^\s"'<>]*MEDIA`],
  ['url(…)', String.raw`\burl\(\s*["']?(?!https?:|//|data:)[^\s"'()]*MEDIA`],
  ['.. image::', String.raw`^[ \t]*\.\.[ \t]+(?:image|figure)::[ \t]+(?!https?:)\S`],
  ['{…}', String.raw`=\{(?!\{?\s*["'\x60]https?:)[^{}\n]*MEDIA[^{}\n]*\}`],
  ['import', String.raw`^import\b(?![^\n]*https?:)[^\n]*MEDIA["']`],
];

const patterns = notations.map(
  ([name, source]) => [name, new RegExp(source.replace('MEDIA', mediaExtension), 'gim')] as const,
);

/**
 * Finds references to files in notations that the import does not read.
 *
 * @param text without code and without the references that were read.
 * @returns the name of the notation of each reference.
 */
export const findUnreadNotations = (text: string): readonly string[] =>
  patterns.flatMap(([name, pattern]) => Array.from(text.matchAll(pattern), () => name));
