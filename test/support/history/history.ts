/** The value of a register before its first write and after a deletion. */
export const absent = 'absent';

/** One use of a register by a client: the title of an item, a setting, the state of a session. */
export interface HistoryEvent {
  readonly register: string;
  readonly kind: 'write' | 'read';
  /** No two writes of a register have the same value, except deletions. */
  readonly value: string;
  readonly startedAt: number;
  /** Infinity for a write with an unknown outcome. A request that changed and returned nothing is no event. */
  readonly endedAt: number;
  /** The version in the response. */
  readonly version?: number;
}

/**
 * Checks that every register was linearizable: each operation took effect at one moment between its start
 * and its end. So no read returns an older value than a read or a write that ended before it began.
 *
 * @returns a sentence for each contradiction.
 */
export const checkHistory = (events: readonly HistoryEvent[]): readonly string[] =>
  [...Map.groupBy(events, ({ register }) => register)].flatMap(([register, own]) =>
    [...contradictions(own), ...versionErrors(own)].map((sentence) => `${register}: ${sentence}`),
  );

/** The operations of a value take effect together: all others do before or after all of them. */
interface ValueUses {
  readonly value: string;
  /** When the first of them ended, and so had taken effect. */
  readonly firstEnd: number;
  /** When the last of them began. */
  readonly lastStart: number;
}

/** See Gibbons and Korach, "Testing Shared Memories" (SIAM Journal on Computing 26, 1997). */
function* contradictions(events: readonly HistoryEvent[]): Generator<string> {
  const shownAt = minimum(events.filter(({ value }) => value !== absent).map(endOf));
  const fromWrites = events.filter(
    ({ kind, value, startedAt }) => kind === 'write' || value !== absent || startedAt > shownAt,
  );
  const uses: ValueUses[] = [];
  for (const [value, own] of Map.groupBy(fromWrites, (event) => event.value)) {
    const written = minimum(own.filter(({ kind }) => kind === 'write').map(startOf));
    const ended = own.filter(({ endedAt }) => endedAt < Infinity);
    const firstEnd = minimum(ended.map(endOf));
    if (firstEnd < written) yield `${value} was read before any write of it`;
    const lastStart = ended.map(startOf).reduce((one, other) => Math.max(one, other), written);
    if (written < Infinity) uses.push({ value, firstEnd, lastStart });
  }
  for (const [index, one] of uses.entries()) {
    for (const other of uses.slice(index + 1)) {
      if (one.firstEnd < other.lastStart && other.firstEnd < one.lastStart) {
        yield `${one.value} was seen before and after ${other.value}`;
      }
    }
  }
}

function* versionErrors(events: readonly HistoryEvent[]): Generator<string> {
  const versioned = events.filter(({ version }) => version !== undefined);
  const valueOf = new Map<number, string>();
  const versionOf = new Map<string, number>();
  let highest = 0;
  const byEnd = versioned.toSorted((one, other) => one.endedAt - other.endedAt).values();
  let ended = byEnd.next().value;
  for (const { version = 0, value, startedAt } of versioned.toSorted(byStart)) {
    for (; ended !== undefined && ended.endedAt < startedAt; ended = byEnd.next().value) {
      highest = Math.max(highest, ended.version ?? 0);
    }
    if (version < highest) yield `the version decreased from ${highest} to ${version}`;
    const [known = value, number = version] = [valueOf.get(version), versionOf.get(value)];
    if (known !== value) yield `version ${version} was of ${known} and of ${value}`;
    if (number !== version) yield `${value} had the versions ${number} and ${version}`;
    valueOf.set(version, value);
    versionOf.set(value, version);
  }
}

const startOf = ({ startedAt }: HistoryEvent): number => startedAt;
const endOf = ({ endedAt }: HistoryEvent): number => endedAt;
const byStart = (one: HistoryEvent, other: HistoryEvent): number => one.startedAt - other.startedAt;

/** @returns Infinity for no numbers. */
const minimum = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Infinity);
