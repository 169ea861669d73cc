import { applyChange } from '../../../adapters/memory/memory-commit.ts';
import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import { DomainError, type ContentChange } from '../../../core/index.ts';
import {
  brokenStore,
  committing,
  type MemorySubject,
  type RepositoryMutant,
} from './repository-mutant.ts';

export const slugTaken = (): DomainError => new DomainError('slug_taken', 'The slug is taken');

/** Stores changes that pass a check, some time after it. */
export const checkThenPut = (
  check: (tables: MemoryTables, change: ContentChange) => boolean,
): RepositoryMutant['make'] =>
  brokenStore(({ memory }) => ({
    commit: async (changes) => {
      if (!(await memory.read((tables) => changes.every((each) => check(tables, each))))) {
        return false;
      }
      await memory.write((tables) => changes.forEach((each) => applyChange(tables, each)));
      return true;
    },
  }));

export const hasVersion = ({ contents }: MemoryTables, change: ContentChange): boolean => {
  const expected = change.kind === 'update' ? change.before : change.item;
  return change.kind === 'create' || contents.get(change.item.id)?.version === expected.version;
};

export const hasFreeSlug = ({ slugs }: MemoryTables, { kind, item }: ContentChange): boolean => {
  if (kind !== 'delete' && slugs.has(item.slug)) throw slugTaken();
  return true;
};

export const versionOf = async (
  { repositories }: MemorySubject,
  collectionId: string,
): Promise<number | undefined> => (await repositories.collections.findById(collectionId))?.version;

export const ignoringCollections = committing(async (change, subject) => {
  if (change.kind === 'delete') return change;
  const version = await versionOf(subject, change.item.collectionId);
  return version === undefined ? change : { ...change, collectionVersion: version };
});

export const throwingIfOutdated = (kind: ContentChange['kind']): RepositoryMutant['make'] =>
  brokenStore(({ store }) => ({
    commit: async (changes) => {
      const isStored = await store.commit(changes);
      if (!isStored && changes.some((each) => each.kind === kind)) throw new Error('outdated');
      return isStored;
    },
  }));
