/** An item as a response showed it. */
export interface Seen {
  readonly id: string;
  /** Unique for each write, so it identifies the write that the response shows. */
  readonly title: string;
  readonly slug: string;
  readonly updatedAt: number;
  /** Absent in lists. */
  readonly version?: number;
}

/** One request of a client, and its result. */
export interface HistoryEvent {
  readonly kind: 'create' | 'update' | 'delete' | 'read' | 'list';
  readonly startedAt: number;
  /** Infinity for a write with an unknown outcome. */
  readonly endedAt: number;
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** The item's id. Undefined for lists and for creations without a response. */
  readonly id?: string;
  /** The title in the request of a write. */
  readonly title?: string;
  readonly seen: readonly Seen[];
}

/**
 * Checks that a single copy of the data could have given all these responses.
 *
 * @param stored all items, read after the last request has ended.
 * @returns a sentence for each contradiction.
 */
export const checkHistory = (
  events: readonly HistoryEvent[],
  stored: readonly Seen[],
): readonly string[] => [
  ...lostOrDuplicated(events, stored),
  ...staleReads(events),
  ...sharedSlugs(events, stored),
  ...decreasing(events),
];

const isDone = ({ outcome }: HistoryEvent): boolean => outcome === 'done';
const mayBeDone = ({ outcome }: HistoryEvent): boolean => outcome !== 'refused';
const ofKind = (kind: HistoryEvent['kind']) => (event: HistoryEvent) => event.kind === kind;

function* lostOrDuplicated(
  events: readonly HistoryEvent[],
  stored: readonly Seen[],
): Generator<string> {
  const deletions = events.filter(ofKind('delete'));
  const creations = events.filter(ofKind('create'));
  const acknowledged = new Set(creations.filter(isDone).map(({ id }) => id));
  const deleted = new Set(deletions.filter(isDone).map(({ id }) => id));
  const perhapsDeleted = new Set(deletions.filter(mayBeDone).map(({ id }) => id));
  const ids = new Set(stored.map(({ id }) => id));
  if (ids.size < stored.length) yield 'an item is stored twice';
  for (const id of acknowledged) {
    if (!ids.has(id ?? '') && !perhapsDeleted.has(id))
      yield `${id} was acknowledged and is missing`;
  }
  for (const id of ids) {
    if (deleted.has(id)) yield `${id} was deleted and is stored`;
  }
  const unknown = creations.filter(({ outcome }) => outcome === 'unknown').length;
  const extra = [...ids].filter((id) => !acknowledged.has(id)).length;
  if (extra > unknown)
    yield `${extra} items without an acknowledgement, but only ${unknown} lost responses`;
}

function* staleReads(events: readonly HistoryEvent[]): Generator<string> {
  const writes = new Map(events.flatMap((event) => (event.title ? [[event.title, event]] : [])));
  const byItem = Map.groupBy(events, ({ id }) => id);
  const homes = new Map<string, string>();
  for (const read of events) {
    for (const { id, title } of read.seen) {
      const source = writes.get(title);
      if (source === undefined || !mayBeDone(source) || source.startedAt > read.endedAt) {
        yield `${title} was seen but never written`;
        continue;
      }
      if ((homes.get(title) ?? id) !== id) yield `${title} was seen on two items`;
      homes.set(title, id);
      for (const earlier of (byItem.get(id) ?? []).filter(isDone)) {
        if (earlier.endedAt >= read.startedAt) continue;
        if (earlier.kind === 'delete') yield `${id} was seen after its deletion`;
        const isWrite = earlier.title !== undefined && earlier.title !== title;
        if (isWrite && source.endedAt < earlier.startedAt) {
          yield `${title} was seen after ${earlier.title} had replaced it`;
        }
      }
    }
    if (read.kind !== 'read' || !isDone(read) || read.seen.length > 0) continue;
    const own = byItem.get(read.id) ?? [];
    const wasThere = own.some(
      (event) => event.kind === 'create' && isDone(event) && event.endedAt < read.startedAt,
    );
    const mayBeGone = own.some(
      (event) => event.kind === 'delete' && mayBeDone(event) && event.startedAt < read.endedAt,
    );
    if (wasThere && !mayBeGone) yield `${read.id} was not found but never deleted`;
  }
}

function* sharedSlugs(events: readonly HistoryEvent[], stored: readonly Seen[]): Generator<string> {
  for (const seen of [...events.map((event) => event.seen), stored]) {
    const slugs = new Set(seen.map(({ slug }) => slug));
    if (slugs.size < seen.length) yield 'two items in one response share a slug';
  }
  const deletions = events.filter(ofKind('delete')).filter(mayBeDone);
  const lives = events.filter(ofKind('create')).flatMap(({ id, endedAt, seen: [item] }) => {
    if (item === undefined) return [];
    const ends = deletions.filter((each) => each.id === id).map(({ startedAt }) => startedAt);
    return [{ id, slug: item.slug, from: endedAt, to: Math.min(Infinity, ...ends) }];
  });
  for (const [slug, sharing] of Map.groupBy(lives, (life) => life.slug)) {
    const ordered = sharing.toSorted((one, other) => one.from - other.from);
    for (const [index, life] of ordered.entries()) {
      const next = ordered[index + 1];
      if (next !== undefined && life.to > next.from)
        yield `${slug} belonged to two items at the same time`;
    }
  }
}

function* decreasing(events: readonly HistoryEvent[]): Generator<string> {
  const sights = events.flatMap((event) => event.seen.map((seen) => ({ ...seen, event })));
  for (const [id, ofItem] of Map.groupBy(sights, ({ id: each }) => each)) {
    for (const before of ofItem) {
      for (const after of ofItem) {
        if (before.event.endedAt >= after.event.startedAt) continue;
        if (after.updatedAt < before.updatedAt) yield `the time of ${id} decreased`;
        if ((after.version ?? Infinity) < (before.version ?? 0)) {
          yield `the version of ${id} decreased`;
        }
      }
    }
    const written = ofItem.filter(({ event }) => event.title !== undefined);
    const versions = new Set(written.map(({ version }) => version));
    if (versions.size < written.length) yield `two writes of ${id} have the same version`;
  }
}
