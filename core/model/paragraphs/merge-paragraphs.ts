import { changesBetween, type ListChange } from './align.ts';
import { htmlParagraphs } from './html-paragraphs.ts';
import { markdownParagraphs } from './markdown-paragraphs.ts';

/** The forms of texts that have paragraphs: types of fields. */
export type TextForm = 'markdown' | 'richtext';

export const isTextForm = (type: string | undefined): type is TextForm =>
  type === 'markdown' || type === 'richtext';

const readers: Readonly<Record<TextForm, (text: string) => readonly string[]>> = {
  markdown: markdownParagraphs,
  richtext: htmlParagraphs,
};

/** A text with the changes of both sides. Where both changed the same paragraph, it has that of one side. */
export interface MergedParagraphs {
  readonly mine: string;
  /** The same text as `mine` unless both changed the same paragraph. */
  readonly theirs: string;
}

type Side = keyof MergedParagraphs;

/** Changes of one place: of both sides, if they meet there. */
interface Meeting {
  start: number;
  end: number;
  readonly mine: ListChange[];
  readonly theirs: ListChange[];
}

const adds = ({ start, end, inserted }: ListChange): boolean => inserted.length > end - start;

/** Whether the order of what two changes add is a question. */
const touches = (first: ListChange, second: ListChange): boolean =>
  second.start === first.end && adds(first) && adds(second);

const isSame = (one: ListChange, other: ListChange | undefined): boolean =>
  one.start === other?.start &&
  one.end === other.end &&
  one.inserted.length === other.inserted.length &&
  one.inserted.every((part, index) => part === other.inserted[index]);

const byPlace = (one: ListChange, other: ListChange): number =>
  one.start - other.start || one.end - other.end;

const meetingsOf = (
  mine: readonly ListChange[],
  theirs: readonly ListChange[],
): readonly Meeting[] => {
  const all = [
    ...mine.map((change) => ({ change, side: 'mine' as const })),
    ...theirs.map((change) => ({ change, side: 'theirs' as const })),
  ].toSorted((one, other) => byPlace(one.change, other.change));
  const meetings: Meeting[] = [];
  for (const { change, side } of all) {
    const last = meetings.at(-1);
    const other = (side === 'mine' ? last?.theirs : last?.mine)?.at(-1);
    // A change that only touches the changes of its own side begins a place of its own.
    const isPart =
      change.start < (last?.end ?? 0) || (other !== undefined && touches(other, change));
    if (last !== undefined && isPart) {
      last[side].push(change);
      last.end = Math.max(last.end, change.end);
    } else {
      const none = { mine: [], theirs: [] };
      meetings.push({ start: change.start, end: change.end, ...none, [side]: [change] });
    }
  }
  return meetings;
};

/** The parts of a place after the changes of one side. */
const partsOf = (
  base: readonly string[],
  { start, end }: Meeting,
  changes: readonly ListChange[],
): readonly string[] => {
  let at = start;
  const parts = changes.flatMap((change) => {
    const kept = base.slice(at, change.start);
    at = change.end;
    return [...kept, ...change.inserted];
  });
  return [...parts, ...base.slice(at, end)];
};

/** Whether it has words: dividers may be there twice. */
const hasWords = (part: string): boolean => /[\p{L}\p{N}]/u.test(part);

const wordsAdded = (changes: readonly ListChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap(({ inserted }) => inserted.filter(hasWords)));

/**
 * Whether a paragraph would be twice in the result, or come back: both sides moved it, or added it in two places, or one moved
 * what the other removed.
 */
const repeats = (
  base: readonly string[],
  mine: readonly ListChange[],
  theirs: readonly ListChange[],
): boolean => {
  const place = ({ start, end }: ListChange): string => `${start} ${end}`;
  const theirsAt = new Map(theirs.map((change) => [place(change), change]));
  const shared = mine.filter((change) => isSame(change, theirsAt.get(place(change))));
  const places = new Set(shared.map(place));
  const addedBy = (side: readonly ListChange[]) =>
    wordsAdded(side.filter((change) => !places.has(place(change))));
  const [byMe, byThem] = [addedBy(mine), addedBy(theirs)];
  const removed = shared.flatMap(({ start, end }) => base.slice(start, end));
  return (
    [...byMe].some((part) => byThem.has(part)) ||
    removed.some((part) => byMe.has(part) || byThem.has(part))
  );
};

/** The blocks of a part between empty lines. Most have one; what is indented belongs to the block before it. */
const blocksIn = (part: string): readonly string[] =>
  part.split(/(?:\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))+/).filter(hasWords);

/**
 * Whether a block went from one paragraph into another one, because something was added or removed in front of it: then nobody
 * can say what a change of the other side at its place was about.
 */
const regroups = (base: readonly string[], changes: readonly ListChange[]): boolean => {
  const removed = new Set<string>();
  const origins = new Map<string, { readonly change: ListChange; readonly isAlone: boolean }>();
  for (const change of changes) {
    for (const part of base.slice(change.start, change.end)) {
      const blocks = blocksIn(part);
      removed.add(part);
      for (const block of blocks) origins.set(block, { change, isAlone: blocks.length === 1 });
    }
  }
  return changes.some((change) =>
    change.inserted.some((part) => {
      const blocks = blocksIn(part);
      return (
        !removed.has(part) &&
        blocks.some((block) => {
          const origin = origins.get(block);
          return (
            origin !== undefined &&
            origin.change !== change &&
            !(origin.isAlone && blocks.length === 1)
          );
        })
      );
    }),
  );
};

/**
 * Merges two changes of a text paragraph by paragraph. What only one side changed, added or removed is as that side has it, and
 * every other byte stays. Both sides changed the same paragraph if their changes overlap, or if both added something in one
 * place: then the order would be a guess. Takes time in proportion to the texts and the logarithm of the number of paragraphs.
 *
 * @returns undefined if the paragraphs of the result would not be those of the changes: for example, because a block of code that
 *   one side began goes on into what the other one added; or if a side made other paragraphs of the same blocks.
 */
export const mergeParagraphs = (
  texts: Readonly<Record<Side | 'base', string>>,
  form: TextForm,
): MergedParagraphs | undefined => {
  const read = readers[form];
  const base = read(texts.base);
  const mine = changesBetween(base, read(texts.mine));
  const theirs = changesBetween(base, read(texts.theirs));
  if (repeats(base, mine, theirs)) return undefined;
  const areBoth = mine.length > 0 && theirs.length > 0;
  if (areBoth && (regroups(base, mine) || regroups(base, theirs))) return undefined;

  const meetings = meetingsOf(mine, theirs);
  const mergedFor = (side: Side): readonly string[] => {
    let at = 0;
    const parts = meetings.map((meeting) => {
      const kept = base.slice(at, meeting.start);
      at = meeting.end;
      const other = side === 'mine' ? 'theirs' : 'mine';
      const changes = meeting[meeting[side].length > 0 ? side : other];
      return [...kept, ...partsOf(base, meeting, changes)];
    });
    return [...parts, base.slice(at)].flat();
  };
  /** @returns the text; undefined if it has other paragraphs. */
  const join = (parts: readonly string[]): string | undefined => {
    const text = parts.join('');
    const found = read(text);
    const isKept = found.length === parts.length && found.every((part, at) => part === parts[at]);
    return isKept ? text : undefined;
  };
  const isDecided = meetings.every(
    (meeting) => meeting.mine.length === 0 || meeting.theirs.length === 0,
  );
  const ours = join(mergedFor('mine'));
  const others = isDecided ? ours : join(mergedFor('theirs'));
  return ours === undefined || others === undefined ? undefined : { mine: ours, theirs: others };
};
