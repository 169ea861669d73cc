import type { Matcher, PatternCompiler } from '../ports/pattern-compiler.ts';

/** @returns what is wrong with the text, if anything is. */
export type Match = (pattern: string, text: string) => string | undefined;

/**
 * All that one check matches together, in characters times steps of the pattern. Linear time is
 * still time: on patterns made to be slow a character costs tenths of a microsecond up to ten steps,
 * two up to twenty, ten at a hundred. So an article of a megabyte can be matched against a plain
 * pattern, and others wait for a fifth of a second; for longer only where a pattern has more steps.
 */
const maxSteps = 5_000_000;

/** Larger patterns count for no more, so that 50,000 characters can be matched against any. */
const maxCountedSteps = 100;

/** Matches the texts of one check: each pattern is compiled once, however many texts it is for. */
export const matcher = (patterns: PatternCompiler): Match => {
  const compiled = new Map<string, Matcher | undefined>();
  let stepsLeft = maxSteps;
  return (pattern, text) => {
    if (!compiled.has(pattern)) compiled.set(pattern, patterns.compile(pattern));
    const matches = compiled.get(pattern);
    if (matches === undefined) return undefined;
    const steps = Math.min(matches.steps ?? maxCountedSteps, maxCountedSteps);
    stepsLeft -= text.length * steps;
    if (stepsLeft < 0) {
      const most = Math.floor(maxSteps / steps);
      return `must not be so long: at most ${most} characters are matched against such a pattern`;
    }
    return matches(text) ? undefined : `must match the pattern ${pattern}`;
  };
};
