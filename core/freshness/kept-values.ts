import type { Subject } from '../ports/coordinator.ts';
import type { MemoryUsage } from './fresh-memory.ts';

/** A value in memory. */
export interface Kept {
  readonly key: string;
  readonly value: object;
  /** Everything that changes the value. */
  readonly subjects: readonly Subject[];
  /** Those of the subjects whose changes can be read alone. */
  readonly parts: readonly Subject[];
  readonly bytes: number;
  readonly expiresAt: number;
}

interface Entry {
  readonly kept: Kept;
  /** The parts that were written since. With any, the value may not be served. */
  readonly stale: Set<Subject>;
  /** Whether it was read since it was last considered for dropping. */
  isRead: boolean;
}

/** The values in memory, by key. */
export interface KeptValues {
  /** A value that may be served. Marks it as read. */
  find(key: string): Kept | undefined;

  /** A value of which parts were written since, and these parts. */
  findStale(key: string): readonly [Kept, changed: readonly Subject[]] | undefined;

  /** The entry of this very value, if it may be served. */
  keptAs(value: object): Kept | undefined;

  /** Replaces the value with the same key. Keeps nothing that is larger than the limit. */
  keep(kept: Kept): void;

  /** Does nothing if the value is not in memory any more. */
  remove(kept: Kept): void;

  /** From now on, no value may be served that the subject changes. */
  invalidate(subject: Subject): void;

  clear(): void;

  readonly usage: MemoryUsage;
}

/** The stale parts of all values that have no parts. */
const withoutParts = new Set<Subject>();

/** With more stale parts, a value is dropped. */
const maxStale = 8;

/**
 * @param maxBytes the limit of what all values take. Values are dropped by the clock algorithm (Corbató 1968):
 *   first those that were not read since they were last considered. A read only marks its value.
 */
export const keptValues = (maxBytes: number): KeptValues => {
  /** In the order in which they are considered for dropping. */
  const entries = new Map<string, Entry>();
  const keptOf = new WeakMap<object, Kept>();
  const keysBySubject = new Map<Subject, Set<string>>();
  let bytes = 0;

  const remove = (kept: Kept): void => {
    const { key, subjects } = kept;
    if (entries.get(key)?.kept !== kept) return;
    entries.delete(key);
    bytes -= kept.bytes;
    for (const subject of subjects) {
      const keys = keysBySubject.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysBySubject.delete(subject);
    }
  };

  const makeRoom = (needed: number): void => {
    for (const [key, entry] of entries) {
      if (bytes + needed <= maxBytes) return;
      if (entry.isRead) {
        entry.isRead = false;
        entries.delete(key);
        entries.set(key, entry);
      } else {
        remove(entry.kept);
      }
    }
  };

  return {
    remove,

    find: (key) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.stale.size > 0) return undefined;
      entry.isRead = true;
      return entry.kept;
    },

    findStale: (key) => {
      const entry = entries.get(key);
      return entry && entry.stale.size > 0 ? [entry.kept, [...entry.stale]] : undefined;
    },

    keptAs: (value) => {
      const kept = keptOf.get(value);
      const entry = kept && entries.get(kept.key);
      return entry?.kept === kept && entry?.stale.size === 0 ? kept : undefined;
    },

    keep: (kept) => {
      const { key, value, subjects } = kept;
      if (kept.bytes > maxBytes) return;
      const replaced = entries.get(key);
      if (replaced !== undefined) remove(replaced.kept);
      makeRoom(kept.bytes);
      const stale = kept.parts.length === 0 ? withoutParts : new Set<Subject>();
      entries.set(key, { kept, stale, isRead: false });
      keptOf.set(value, kept);
      bytes += kept.bytes;
      for (const subject of subjects) {
        const keys = keysBySubject.get(subject) ?? new Set();
        keysBySubject.set(subject, keys.add(key));
      }
    },

    invalidate: (subject) => {
      for (const key of keysBySubject.get(subject) ?? []) {
        const entry = entries.get(key);
        if (entry === undefined) continue;
        const { kept, stale } = entry;
        if (kept.parts.includes(subject) && stale.size < maxStale) stale.add(subject);
        else remove(kept);
      }
    },

    clear: () => {
      entries.clear();
      keysBySubject.clear();
      bytes = 0;
    },

    get usage() {
      return { entries: entries.size, bytes };
    },
  };
};
