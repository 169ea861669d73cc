import { expect, test } from 'vitest';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { MemoryUnitOfWork } from '../../../adapters/memory/memory-unit-of-work.ts';
import type { RepositoriesSubject } from '../../conformance/repositories-subject.ts';
import { repositorySuites } from '../../conformance/repositories.ts';
import { collectionId, sampleCollection, sampleUser } from '../../conformance/samples.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { harmless } from '../../conformance/permit.ts';

const newSubject = (): RepositoriesSubject => {
  const store = new MemoryStore();
  return { repositories: memoryRepositories(store), unitOfWork: new MemoryUnitOfWork(store) };
};

for (const suite of repositorySuites) {
  registerSuite(suite, async () => ({ subject: newSubject() }), test);
}

test('reads outside of a run do not see its writes before it ends', async () => {
  const { repositories, unitOfWork } = newSubject();
  await unitOfWork.runExclusive(harmless, 'settings', async ({ collections }) => {
    await collections.insert(sampleCollection(1));
    expect(await repositories.collections.list()).toEqual([]);
  });
  expect(await repositories.collections.list()).toEqual([sampleCollection(1)]);
});

test('the repositories of a finished run neither read nor write', async () => {
  const { repositories, unitOfWork } = newSubject();
  const { collections } = await unitOfWork.runExclusive(
    harmless,
    'settings',
    async (inside) => inside,
  );
  await expect(collections.list()).rejects.toThrow('over');
  await expect(collections.insert(sampleCollection(1))).rejects.toThrow('over');
  expect(await repositories.collections.list()).toEqual([]);
});

test('a run cannot read after one of its writes was rejected', async () => {
  const { repositories, unitOfWork } = newSubject();
  await repositories.collections.insert(sampleCollection(1));
  const run = unitOfWork.runExclusive(harmless, 'settings', async ({ collections }) => {
    await expect(collections.insert(sampleCollection(1))).rejects.toThrow('id');
    await expect(collections.list()).rejects.toThrow('ended');
    return 'done';
  });
  await expect(run).rejects.toMatchObject({ code: 'id_taken' });
});

test('a new account with a grant for an unknown collection is rejected', async () => {
  const { users } = newSubject().repositories;
  const grants = [{ collectionId: collectionId(1), role: 'editor' }] as const;
  await expect(users.insert(sampleUser(1, { grants }))).rejects.toMatchObject({
    code: 'collection_not_found',
  });
  expect(await users.any()).toBe(false);
});
