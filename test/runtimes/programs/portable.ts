import { MemoryBlobStore } from 'quoin/adapters/memory/memory-blob-store';
import { MemoryKeyValueCache } from 'quoin/adapters/memory/memory-key-value-cache';
import { MemoryStore } from 'quoin/adapters/memory/memory-store';
import { Re2jsPatternCompiler } from 'quoin/adapters/re2js/re2js-pattern-compiler';
import { WebCryptoDigest } from 'quoin/adapters/webcrypto/web-crypto-digest';
import {
  blobStoreSuite,
  digestSuite,
  keyValueCacheSuite,
  patternCompilerSuite,
  runCase,
  storeSuites,
  type ConformanceSuite,
  type OpenSubject,
} from 'quoin/conformance';
import { scenario } from './scenario.ts';

/** What ran, for the test that started the program. */
export interface Report {
  readonly runtime: string;
  readonly scenario: readonly string[];
  readonly passed: number;
  /** The names of the cases with their errors. */
  readonly failed: readonly string[];
}

const clockOf = () => {
  let now = 1_700_000_000_000;
  const elapse = async (ms: number): Promise<void> => {
    now += ms;
  };
  return { now: () => now, elapse };
};

/** The scenario, and the suites of what runs without Node. */
export const runPortable = async (): Promise<Report> => {
  const failed: string[] = [];
  let passed = 0;
  const runSuite = async <Subject>(
    { port, cases }: ConformanceSuite<Subject>,
    open: OpenSubject<Subject>,
  ): Promise<void> => {
    for (const promise of cases) {
      try {
        await runCase(promise, open);
        passed += 1;
      } catch (error) {
        failed.push(`${port}: ${promise.name}: ${String(error)}`);
      }
    }
  };
  for (const suite of storeSuites)
    await runSuite(suite, async () => ({ subject: new MemoryStore() }));
  await runSuite(blobStoreSuite, async () => ({ subject: { store: new MemoryBlobStore() } }));
  await runSuite(keyValueCacheSuite, async () => {
    const { now, elapse } = clockOf();
    return { subject: { cache: new MemoryKeyValueCache({ now }), elapse } };
  });
  await runSuite(digestSuite, async () => ({ subject: { digest: new WebCryptoDigest() } }));
  await runSuite(patternCompilerSuite, async () => ({
    subject: { patterns: new Re2jsPatternCompiler() },
  }));
  return { runtime: navigator.userAgent, scenario: await scenario(), passed, failed };
};
