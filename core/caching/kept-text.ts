import { joinChunks, lengthOfChunks } from '../bytes.ts';
import type { Refresh } from '../freshness/fresh-memory.ts';
import type { Subject } from '../ports/coordinator.ts';
import type { RenderedValue, TextChunks } from './forms.ts';

/** Rendered text, and facts about it that are available without parsing it. */
export interface Rendered<Facts extends object> {
  readonly facts: Facts;
  readonly text: TextChunks;
}

/** What a read loads. */
export interface Loaded<Facts extends object> extends Rendered<Facts> {
  /** What changes the text, besides the subject of the read. */
  readonly subjectsOf?: () => readonly Subject[];
  /** For a list: the tag of each value. Each value has a subject. */
  readonly tags?: readonly string[];
}

/** What a read keeps, and nothing else of what was loaded. */
export interface Whole<Facts extends object> extends Rendered<Facts> {
  /** Whether it was read while the cache plugin was on. Then the text is one chunk. */
  readonly isCached: boolean;
  readonly subjects: readonly Subject[];
  readonly tags?: readonly string[];
  /** Of the chunks, if they became one. */
  readonly lengths?: readonly number[];
}

/** How a kept list is refreshed after writes of some of its values, which left them where they are. */
export interface ListRefresh<Facts extends object> {
  /** Reads the values with these indexes. Undefined if the list must be loaded. */
  readonly read: (
    facts: Facts,
    indexes: readonly number[],
  ) => Promise<readonly RenderedValue[] | undefined>;
  /** The facts of the list with other tags. */
  readonly withTags: (facts: Facts, tags: readonly string[]) => Facts;
  /** A list whose text became longer must be loaded. */
  readonly maxBytes: number;
}

/** Joins the chunks, and remembers the lengths of those of a list. */
export const joined = <Facts extends object>({ text, ...rest }: Whole<Facts>): Whole<Facts> => ({
  ...rest,
  text: [joinChunks(text)],
  ...(rest.tags && { lengths: text.map((chunk) => chunk.length) }),
});

/** Replaces the chunks of the changed values. */
export const refreshed =
  <Facts extends object>({ read, withTags, maxBytes }: ListRefresh<Facts>): Refresh<Whole<Facts>> =>
  async ({ facts, text: kept, subjects, tags: known = [], lengths, isCached }, changed) => {
    const indexes = changed.map((subject) => subjects.indexOf(subject));
    const values = await read(facts, indexes);
    if (values === undefined) return undefined;
    const text = isCached ? split(joinChunks(kept), lengths ?? []) : [...kept];
    const tags = [...known];
    for (const [n, value] of values.entries()) {
      const index = indexes[n] ?? 0;
      tags[index] = value.tag;
      // One chunk precedes those of the values.
      text[index + 1] = value.text;
    }
    if (lengthOfChunks(text) > maxBytes) return undefined;
    const whole = { facts: withTags(facts, tags), text, subjects, tags, isCached };
    return isCached ? joined(whole) : whole;
  };

const split = (text: Uint8Array, lengths: readonly number[]): Uint8Array[] => {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.subarray(at - length, at);
  });
};
