import type { Basis, Store } from '../../../core/index.ts';
import { brokenStore, type MemorySubject, type RepositoryMutant } from './repository-mutant.ts';

type ChangeBasis = (basis: Basis) => Promise<Basis>;

const isBasis = (value: unknown): value is Basis =>
  typeof value === 'object' && value !== null && 'site' in value;

/** Passes another basis to all reads. */
export const withBasis = <T extends object>(port: T, change: ChangeBasis): T =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...given: readonly unknown[]) => {
        const last = given.at(-1);
        const basis = isBasis(last) ? [await change(last)] : [last];
        return member.apply(target, [...given.slice(0, -1), ...basis]) as unknown;
      };
    },
  });

export const readingOn = (
  store: Store,
  change: ChangeBasis,
): Pick<Store['repositories'], 'contents' | 'summaries'> => ({
  contents: withBasis(store.repositories.contents, change),
  summaries: withBasis(store.repositories.summaries, change),
});

/** Passes another basis to all reads outside of transactions. */
export const expecting = (
  change: (basis: Basis, subject: MemorySubject) => Promise<Basis>,
): RepositoryMutant['make'] =>
  brokenStore((subject) => ({
    repositories: {
      ...subject.repositories,
      ...readingOn(subject.store, (basis) => change(basis, subject)),
    },
  }));

export const outdated = 'outdated';
