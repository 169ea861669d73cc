import { isJsonObject } from '../json.ts';

/** Rendered text with a few facts about it. */
export interface Rendered<Facts extends object> {
  readonly facts: Facts;
  readonly text: string;
}

/** As one cache entry, the facts in front: they are parsed at a hit, the text never is. */
export const packText = <Facts extends object>({ facts, text }: Rendered<Facts>): string =>
  `${JSON.stringify(facts)}\n${text}`;

/** @returns undefined for an entry that {@link packText} cannot have made. */
export const unpackText = <Facts extends object>(packed: string): Rendered<Facts> | undefined => {
  // JSON text holds no bare line feed, so the first one ends the facts.
  const end = packed.indexOf('\n');
  if (end < 0) return undefined;
  try {
    const facts: unknown = JSON.parse(packed.slice(0, end));
    return isJsonObject(facts)
      ? { facts: facts as unknown as Facts, text: packed.slice(end + 1) }
      : undefined;
  } catch {
    return undefined;
  }
};
