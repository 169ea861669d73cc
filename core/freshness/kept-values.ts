import { lengthOfChunks } from '../bytes.ts';
import type { Subject } from '../ports/coordinator.ts';
import type { MemoryUsage, MemoryEntry } from './fresh-memory.ts';

/** A value to keep. */
export interface NewValue {
  readonly key: string;
  readonly value: object;
  /** Everything that changes the value. */
  readonly subjects: readonly Subject[];
  /** Those of the subjects whose changes can be read alone. */
  readonly parts: readonly Subject[];
  readonly bytes: number;
  /** What the value takes too, and other values may contain as well. */
  readonly shared: readonly Uint8Array[];
  readonly expiresAt: number;
}

/** A value in memory. */
export interface Kept extends MemoryEntry, Omit<NewValue, 'value' | 'bytes'> {
  value: object | undefined;
  bytes: number;
  /** The parts that were written since. With any, the value may not be served. */
  stale: readonly Subject[];
  /** Whether it was read since it was last considered for dropping. */
  isRead: boolean;
}

/** The values in memory, by key. */
export interface KeptValues {
  /** A value that may be served. Marks it as read. */
  find(key: string): Kept | undefined;

  /** The same for a value whose entry is known. */
  findIn(entry: MemoryEntry): Kept | undefined;

  /** A value of which parts were written since, and these parts. */
  findStale(key: string): readonly [Kept, changed: readonly Subject[]] | undefined;

  /** The entry of this very value, if it may be served. */
  keptAs(value: object): Kept | undefined;

  /** Replaces the value with the same key. Keeps nothing that is larger than the limit. */
  keep(value: NewValue): void;

  /** The value takes more memory than before. */
  grow(kept: Kept, bytes: number): void;

  /** Does nothing if the value is not in memory any more. */
  remove(kept: Kept): void;

  /** From now on, no value may be served that the subject changes. */
  invalidate(subject: Subject): void;

  clear(): void;

  readonly usage: MemoryUsage;
}

/** The memory that a buffer takes besides its bytes. */
const bufferBytes = 256;

const none: readonly Subject[] = [];

/** With more stale parts, a value is dropped. */
const maxStale = 8;

/**
 * @param maxBytes the limit of what all values take. Values are dropped by the clock algorithm (Corbató 1968):
 *   first those that were not read since they were last considered. A read only marks its value.
 */
export const keptValues = (maxBytes: number): KeptValues => {
  /** In the order in which they are considered for dropping. */
  const entries = new Map<string, Kept>();
  const keptOf = new WeakMap<object, Kept>();
  /** Most subjects change one value. */
  const bySubject = new Map<Subject, Kept | Set<Kept>>();
  /** How many values contain a buffer. */
  const uses = new Map<ArrayBufferLike, number>();
  let bytes = 0;

  const countUses = (shared: readonly Uint8Array[], change: 1 | -1): void => {
    for (const { buffer } of shared) {
      const before = uses.get(buffer) ?? 0;
      const after = before + change;
      if (after === 0) uses.delete(buffer);
      else uses.set(buffer, after);
      if (before === 0 || after === 0) bytes += change * (buffer.byteLength + bufferBytes);
    }
  };

  const dependentsOf = (subject: Subject): Iterable<Kept> => {
    const dependents = bySubject.get(subject);
    return dependents === undefined || dependents instanceof Set
      ? (dependents ?? [])
      : [dependents];
  };

  const addTo = (subject: Subject, kept: Kept): void => {
    const dependents = bySubject.get(subject);
    if (dependents instanceof Set) dependents.add(kept);
    else bySubject.set(subject, dependents === undefined ? kept : new Set([dependents, kept]));
  };

  const removeFrom = (subject: Subject, kept: Kept): void => {
    const dependents = bySubject.get(subject);
    if (dependents instanceof Set) dependents.delete(kept);
    if (dependents === kept || (dependents instanceof Set && dependents.size === 0)) {
      bySubject.delete(subject);
    }
  };

  const remove = (kept: Kept): void => {
    if (kept.value === undefined) return;
    kept.value = undefined;
    entries.delete(kept.key);
    bytes -= kept.bytes;
    countUses(kept.shared, -1);
    for (const subject of kept.subjects) removeFrom(subject, kept);
  };

  const shrink = (): void => {
    for (const [key, kept] of entries) {
      if (bytes <= maxBytes) return;
      if (kept.isRead) {
        kept.isRead = false;
        entries.delete(key);
        entries.set(key, kept);
      } else {
        remove(kept);
      }
    }
  };

  /** Marks the value as read. */
  const servable = (kept: Kept | undefined): Kept | undefined => {
    if (kept?.value === undefined || kept.stale.length > 0) return undefined;
    kept.isRead = true;
    return kept;
  };

  return {
    remove,

    find: (key) => servable(entries.get(key)),

    // Only this memory makes places.
    findIn: (entry) => servable(entry as Kept),

    findStale: (key) => {
      const kept = entries.get(key);
      return kept && kept.stale.length > 0 ? [kept, kept.stale] : undefined;
    },

    keptAs: (value) => {
      const kept = keptOf.get(value);
      return kept?.value === value && kept.stale.length === 0 ? kept : undefined;
    },

    keep: (added) => {
      const { key, value, subjects, shared } = added;
      if (added.bytes + lengthOfChunks(shared) > maxBytes) return;
      const replaced = entries.get(key);
      if (replaced !== undefined) remove(replaced);
      bytes += added.bytes;
      countUses(shared, 1);
      shrink();
      const kept: Kept = { ...added, stale: none, isRead: false };
      entries.set(key, kept);
      keptOf.set(value, kept);
      for (const subject of subjects) addTo(subject, kept);
    },

    grow: (kept, more) => {
      if (kept.value === undefined) return;
      kept.bytes += more;
      bytes += more;
      shrink();
    },

    invalidate: (subject) => {
      for (const kept of dependentsOf(subject)) {
        const { parts, stale } = kept;
        if (!parts.includes(subject) || stale.length === maxStale) remove(kept);
        else if (!stale.includes(subject)) kept.stale = [...stale, subject];
      }
    },

    clear: () => {
      for (const kept of entries.values()) kept.value = undefined;
      entries.clear();
      bySubject.clear();
      uses.clear();
      bytes = 0;
    },

    get usage() {
      return { entries: entries.size, bytes };
    },
  };
};
