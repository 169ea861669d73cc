import { t } from '../../../catalogue/texts.ts';
/** Somebody whom a comment may mention. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** What is written in a comment: mentions are names, as people read them. */
export interface Written {
  readonly text: string;
  /** Those whom the writer has chosen from the list. */
  readonly people: readonly Person[];
}

const token = /@\[([0-9a-f-]{36})\]/gi;

const longestFirst = (left: Person, right: Person): number => right.name.length - left.name.length;

/** The text as the service stores it: with ids in the place of the names that were chosen. */
export const storedText = ({ text, people }: Written): string => {
  let rest = text;
  let stored = '';
  const known = people.toSorted(longestFirst);
  for (;;) {
    const at = rest.indexOf('@');
    if (at === -1) return stored + rest;
    const person = known.find(({ name }) => rest.startsWith(`@${name}`, at));
    const length = person === undefined ? 1 : person.name.length + 1;
    stored += rest.slice(0, at) + (person === undefined ? '@' : `@[${person.id}]`);
    rest = rest.slice(at + length);
  }
};

/** The parts of a stored text: plain text, and mentioned people. */
export const partsOf = (
  text: string,
  people: readonly Person[],
): readonly (string | { readonly mentioned: string })[] => {
  const parts: (string | { readonly mentioned: string })[] = [];
  let end = 0;
  for (const { 0: whole, 1: id = '', index } of text.matchAll(token)) {
    parts.push(text.slice(end, index));
    const person = people.find((each) => each.id === id.toLowerCase());
    parts.push({ mentioned: person?.name ?? t.itemComments.unknownPerson });
    end = index + whole.length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
};

/** A stored text, to be edited. Somebody without a name stays an id. */
export const writtenOf = (text: string, people: readonly Person[]): Written => {
  const chosen: Person[] = [];
  const shown = text.replace(token, (whole, id: string) => {
    const person = people.find((each) => each.id === id.toLowerCase());
    if (person === undefined) return whole;
    if (!chosen.includes(person)) chosen.push(person);
    return `@${person.name}`;
  });
  return { text: shown, people: chosen };
};

/** What is typed after an `@`, up to the caret; undefined if nobody is being mentioned. */
export const askedName = (text: string, caret: number): string | undefined =>
  /(?:^|[\s(])@([^\s@[\]][^@[\]\n]{0,40})?$/u
    .exec(text.slice(0, caret))?.[0]
    .replace(/^[\s(]?@/u, '');

const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const shownMax = 8;

/** The people of whose name a word begins with what is typed. */
export const peopleNamed = (people: readonly Person[], asked: string): readonly Person[] => {
  const wanted = folded(asked);
  return people
    .filter(({ name }) => {
      const key = folded(name);
      return key.startsWith(wanted) || key.includes(` ${wanted}`);
    })
    .slice(0, shownMax);
};

/** The text after somebody was chosen from the list. @returns also where the caret is then. */
export const withMention = (
  { text, people }: Written,
  caret: number,
  asked: string,
  person: Person,
): Written & { readonly caret: number } => {
  const start = `${text.slice(0, caret - asked.length)}${person.name} `;
  return {
    text: start + text.slice(caret),
    people: people.some(({ id }) => id === person.id) ? people : [...people, person],
    caret: start.length,
  };
};
