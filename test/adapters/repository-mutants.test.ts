import { describe, expect, test } from 'vitest';
import type { RepositoriesSubject } from '../conformance/repositories-subject.ts';
import { repositorySuites } from '../conformance/repositories.ts';
import { runCase, type ConformanceCase } from '../conformance/suite.ts';
import { belongingMutants } from './repository-mutants/belonging-mutants.ts';
import { collectionMutants } from './repository-mutants/collection-mutants.ts';
import { contentCollectionStepMutants } from './repository-mutants/content-collection-step-mutants.ts';
import { contentKnownPlacesMutants } from './repository-mutants/content-known-places-mutants.ts';
import { contentListMutants } from './repository-mutants/content-list-mutants.ts';
import { contentMutants } from './repository-mutants/content-mutants.ts';
import { contentSizeMutants } from './repository-mutants/content-size-mutants.ts';
import { contentSlugListMutants } from './repository-mutants/content-slug-list-mutants.ts';
import { contentWriteMutants } from './repository-mutants/content-write-mutants.ts';
import { encodedContentMutants } from './repository-mutants/encoded-content-mutants.ts';
import { mediaMutants } from './repository-mutants/media-mutants.ts';
import {
  memorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutants/repository-mutant.ts';
import { sessionMutants } from './repository-mutants/session-mutants.ts';
import { apiTokenMutants, siteMutants } from './repository-mutants/token-and-settings-mutants.ts';
import { rollbackMutants, snapshotMutants } from './repository-mutants/rollback-mutants.ts';
import { summaryCountMutants, summaryListMutants } from './repository-mutants/summary-mutants.ts';
import { summarySearchMutants } from './repository-mutants/summary-search-mutants.ts';
import { unitOfWorkMutants } from './repository-mutants/unit-of-work-mutants.ts';
import { userMutants } from './repository-mutants/user-mutants.ts';

const all: readonly RepositorySuiteMutants[] = [
  contentMutants,
  contentWriteMutants,
  contentListMutants,
  contentSlugListMutants,
  contentKnownPlacesMutants,
  contentSizeMutants,
  encodedContentMutants,
  contentCollectionStepMutants,
  summaryListMutants,
  summarySearchMutants,
  summaryCountMutants,
  collectionMutants,
  mediaMutants,
  userMutants,
  belongingMutants,
  sessionMutants,
  apiTokenMutants,
  siteMutants,
  unitOfWorkMutants,
  rollbackMutants,
  snapshotMutants,
];

/** Runs a case on a mutant. @returns the error of the case; undefined if it passes. */
const failureOf = async (
  promise: ConformanceCase<RepositoriesSubject>,
  { make }: RepositoryMutant,
): Promise<unknown> => {
  const open = async () => ({ subject: make(memorySubject()) });
  return runCase(promise, open).then(
    () => undefined,
    (error: unknown) => error,
  );
};

test('every suite of the repositories has mutants', () => {
  expect(all.map(({ suite }) => suite)).toEqual(repositorySuites);
});

describe.each(all)('$suite.port', ({ suite, mutants }) => {
  test.each(mutants)('an adapter that $fault fails "$caughtBy"', async (mutant) => {
    const promise = suite.cases.find(({ name }) => name === mutant.caughtBy);
    if (promise === undefined) throw new Error('there is no such case');
    expect(await failureOf(promise, mutant)).toBeInstanceOf(Error);
  });

  test('every case detects at least one mutant', () => {
    const failing = new Set(mutants.map(({ caughtBy }) => caughtBy));
    expect(suite.cases.filter(({ name }) => !failing.has(name))).toEqual([]);
  });
});
