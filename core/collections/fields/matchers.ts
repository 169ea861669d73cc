import type { Matcher, PatternCompiler } from '../../ports/pattern-compiler.ts';
import type { Json } from '../../primitives/json.ts';

/** @returns the message of an issue; undefined if the text matches. */
export type Match = (pattern: string, text: string) => string | undefined;

/**
 * The limit of one check, in characters times steps of the pattern. Matching takes linear time, but it
 * blocks the process: on patterns made to be slow, a character costs tenths of a microsecond up to ten
 * steps, two microseconds up to twenty, ten at a hundred. With this limit, a plain pattern can match an
 * article of a megabyte and blocks other requests for a fifth of a second; slower patterns for longer.
 */
const maxSteps = 5_000_000;

/** The maximum that a pattern counts, so that any pattern can match 50,000 characters. */
const maxCountedSteps = 100;

/** Matches the texts of one check. Compiles each pattern once. */
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
      return `is too long: this pattern can match at most ${most} characters`;
    }
    return matches(text) ? undefined : `must match the pattern ${pattern}`;
  };
};

type Choices = readonly (string | number)[];

/** @returns the message of an issue; undefined if the value is one of the choices. */
export type MatchChoice = (choices: Choices, value: Json) => string | undefined;

/** The maximum length of the choices in a message, in characters. */
const maxListed = 200;

/** Looks up the values of one check. Builds one set per list of choices. */
export const choiceMatcher = (): MatchChoice => {
  const sets = new Map<Choices, ReadonlySet<Json>>();
  return (choices, value) => {
    const values = sets.get(choices) ?? new Set<Json>(choices);
    sets.set(choices, values);
    return values.has(value) ? undefined : `must be one of ${listed(choices)}`;
  };
};

/** Shortens long lists: there can be thousands of choices, and a hundred messages. */
const listed = (choices: Choices): string => {
  let length = 0;
  const tooMany = choices.findIndex((choice) => {
    length += String(choice).length;
    return length > maxListed;
  });
  if (tooMany < 0) return choices.join(', ');
  if (tooMany === 0) return `the ${choices.length} choices of the field`;
  return `${choices.slice(0, tooMany).join(', ')} or ${choices.length - tooMany} more`;
};
