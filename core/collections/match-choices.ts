import type { Json } from '../json.ts';

type Choices = readonly (string | number)[];

/** @returns what is wrong with the value, if anything is. */
export type MatchChoice = (choices: Choices, value: Json) => string | undefined;

/** Characters of the choices that one message repeats. */
const maxListed = 200;

/** Looks up the values of one check: a list of choices is gone through once, however many they are. */
export const choiceMatcher = (): MatchChoice => {
  const gathered = new Map<Choices, ReadonlySet<Json>>();
  return (choices, value) => {
    const known = gathered.get(choices) ?? new Set<Json>(choices);
    gathered.set(choices, known);
    return known.has(value) ? undefined : `must be one of ${listed(choices)}`;
  };
};

/** There can be thousands of choices, and a message for each of a hundred values. */
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
