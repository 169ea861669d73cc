import type { LateJsonOf } from '../../../contracts/index.ts';
import type { ReadFacts } from './read-facts.ts';

interface LateJsonParts {
  /** About how many bytes it has. */
  readonly size: number;
  /** Renders what is the same in all answers. Immutable: any number of answers may send it. */
  readonly renderStart: () => Uint8Array;
  /** Renders what follows it. Without it, the start is the whole text. */
  readonly renderEnd?: (facts: ReadFacts) => string;
  readonly facts: ReadFacts;
}

/** JSON text that is rendered when it is sent: not for 304, and not if too much waits to be sent already. */
export class LateJson {
  readonly size: number;
  readonly renderStart: () => Uint8Array;
  readonly renderEnd: ((facts: ReadFacts) => string) | undefined;
  readonly facts: ReadFacts;

  constructor({ size, renderStart, renderEnd, facts }: LateJsonParts) {
    this.size = size;
    this.renderStart = renderStart;
    this.renderEnd = renderEnd;
    this.facts = facts;
  }
}

/** Asserts that the text is that of a `T`. */
export const asLateJson = <T>(parts: LateJsonParts): LateJsonOf<T> =>
  new LateJson(parts) as LateJson & LateJsonOf<T>;
