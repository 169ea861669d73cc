import { MemoryState } from '../../../adapters/memory/memory-state.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import type { BasedRead, ContentChange, Repositories, Store } from '../../../core/store.ts';
import { decodeJson, type ContentItem, type JsonText } from '../../../core/vocabulary.ts';
import type { ConformanceSuite } from '../../conformance/suite.ts';
import { altered } from '../../support/core/altered.ts';

export interface MemorySubject {
  readonly store: Store;
  readonly repositories: Repositories;
  /** What the store contains. */
  readonly memory: MemoryState;
}

/** A store in memory that breaks one promise. A mutant may use its state directly. */
export interface RepositoryMutant {
  /** The defect: completes a sentence that begins with "an adapter that". */
  readonly fault: string;
  /** The name of a case that must fail. */
  readonly caughtBy: string;
  readonly make: (intact: MemorySubject) => Store;
}

export interface RepositorySuiteMutants {
  readonly suite: ConformanceSuite<Store>;
  readonly mutants: readonly RepositoryMutant[];
}

export const memorySubject = (): MemorySubject => {
  const memory = new MemoryState();
  const store = new MemoryStore(memory);
  return { store, repositories: store.repositories, memory };
};

/** Replaces methods of one repository. */
export const broken =
  <Kind extends keyof Repositories>(
    kind: Kind,
    changes: (intact: Repositories[Kind], subject: MemorySubject) => Partial<Repositories[Kind]>,
  ): RepositoryMutant['make'] =>
  (subject) => {
    const { store, repositories } = subject;
    const repository = altered(repositories[kind], changes(repositories[kind], subject));
    return altered(store, { repositories: { ...repositories, [kind]: repository } });
  };

/** Replaces methods of the store. */
export const brokenStore =
  (changes: (subject: MemorySubject) => Partial<Store>): RepositoryMutant['make'] =>
  (subject) =>
    altered(subject.store, changes(subject));

/** Passes other changes to the intact store. */
export const committing = (
  change: (each: ContentChange, subject: MemorySubject) => ContentChange | Promise<ContentChange>,
): RepositoryMutant['make'] =>
  brokenStore((subject) => ({
    commit: async (changes) => {
      const changed: ContentChange[] = [];
      for (const each of changes) changed.push(await change(each, subject));
      return subject.store.commit(changed);
    },
  }));

/** Stores other items than the given ones. */
export const storing = (
  change: (item: ContentItem, before: ContentItem | undefined) => ContentItem,
): RepositoryMutant['make'] =>
  committing((each) => {
    switch (each.kind) {
      case 'create':
        return { ...each, item: change(each.item, undefined) };
      case 'update':
      case 'recover':
        return { ...each, item: change(each.item, each.before) };
      case 'delete':
        return each;
    }
  });

/** A read with another value. */
export const reading = async <T, Changed>(
  read: Promise<BasedRead<T>>,
  change: (value: T) => Changed | Promise<Changed>,
): Promise<BasedRead<Changed>> => {
  const result = await read;
  return result.isCurrent ? { ...result, value: await change(result.value) } : result;
};

/** The same object with its members in the reverse order. */
export const reordered = (text: JsonText): JsonText =>
  JSON.stringify(Object.fromEntries(Object.entries(decodeJson(text)).toReversed())) as JsonText;

/** Lets others proceed, each time for a little longer than before, up to some steps of a write. */
export const pauses = (): (() => Promise<void>) => {
  let length = 0;
  return async () => {
    length = (length + 1) % 50;
    for (let step = 0; step < length; step += 1) await Promise.resolve();
  };
};
