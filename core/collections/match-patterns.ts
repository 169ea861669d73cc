import type { Matcher, PatternCompiler } from '../ports/pattern-compiler.ts';

/** @returns what is wrong with the text, if anything is. */
export type Match = (pattern: string, text: string) => string | undefined;

/** All that one check matches together. Linear time is still time: a character can cost microseconds. */
const maxCharacters = 50_000;

/** Matches the texts of one check: each pattern is compiled once, however many texts it is for. */
export const matcher = (patterns: PatternCompiler): Match => {
  const compiled = new Map<string, Matcher | undefined>();
  let charactersLeft = maxCharacters;
  return (pattern, text) => {
    charactersLeft -= text.length;
    if (charactersLeft < 0) {
      return `must not be so long: at most ${maxCharacters} characters are matched against patterns`;
    }
    if (!compiled.has(pattern)) compiled.set(pattern, patterns.compile(pattern));
    const matches = compiled.get(pattern);
    return matches === undefined || matches(text) ? undefined : `must match the pattern ${pattern}`;
  };
};
