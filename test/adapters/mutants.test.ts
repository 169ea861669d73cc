import { describe, expect, test } from 'vitest';
import { blobStoreMutants } from './mutants/blob-store-mutants.ts';
import {
  digestMutants,
  idGeneratorMutants,
  passwordHasherMutants,
  pbkdf2HasherMutants,
  oneTimeCodesMutants,
  secretGeneratorMutants,
} from './mutants/crypto-mutants.ts';
import { imageResizerMutants } from './mutants/image-resizer-mutants.ts';
import type { SuiteMutants } from './mutants/mutant.ts';
import {
  keyValueCacheMutants,
  keyValueCacheOutageMutants,
} from './mutants/key-value-cache-mutants.ts';
import { allOutageMutants } from './mutants/outage-mutants.ts';
import { markdownReaderMutants } from './mutants/markdown-reader-mutants.ts';
import { mediaInspectorMutants } from './mutants/media-inspector-mutants.ts';
import { patternCompilerMutants, timerMutants } from './mutants/pattern-and-timer-mutants.ts';
import {
  blobStoreInstancesMutants,
  blobStoreOutageMutants,
} from './mutants/shared-blob-store-mutants.ts';
import { tokenSignerMutants } from './mutants/token-signer-mutants.ts';

const all: readonly SuiteMutants<unknown>[] = [
  blobStoreInstancesMutants,
  blobStoreMutants,
  blobStoreOutageMutants,
  digestMutants,
  idGeneratorMutants,
  imageResizerMutants,
  keyValueCacheMutants,
  keyValueCacheOutageMutants,
  markdownReaderMutants,
  mediaInspectorMutants,
  passwordHasherMutants,
  pbkdf2HasherMutants,
  patternCompilerMutants,
  oneTimeCodesMutants,
  secretGeneratorMutants,
  timerMutants,
  tokenSignerMutants,
  ...allOutageMutants,
];

describe.each(all)('$port', ({ names, mutants }) => {
  test.each(mutants)('an adapter that $fault fails "$caughtBy"', async ({ failure }) => {
    expect(await failure()).toBeInstanceOf(Error);
  });

  test('every case detects at least one mutant', () => {
    const failing = new Set(mutants.map(({ caughtBy }) => caughtBy));
    expect(names.filter((name) => !failing.has(name))).toEqual([]);
  });
});
