import { setTimeout as sleep } from 'node:timers/promises';
import { stat } from 'node:fs/promises';
import type { KeyValueCache } from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { digestSuite } from '../../test/conformance/crypto/digest.ts';
import { encryptionSuite } from '../../test/conformance/crypto/encryption.ts';
import {
  idGeneratorSuite,
  secretGeneratorSuite,
} from '../../test/conformance/crypto/generators.ts';
import { passwordHasherSuite } from '../../test/conformance/crypto/password-hasher.ts';
import { oneTimeCodesSuite } from '../../test/conformance/crypto/one-time-codes.ts';
import { webhookSignerSuite } from '../../test/conformance/crypto/webhook-signer.ts';
import { keyValueCacheSuite } from '../../test/conformance/key-value-cache.ts';
import { markdownReaderSuite } from '../../test/conformance/markdown-reader.ts';
import { blobStoreSuite } from '../../test/conformance/media/blob-store.ts';
import { mediaInspectorSuite } from '../../test/conformance/media/media-inspector.ts';
import { patternCompilerSuite } from '../../test/conformance/pattern-compiler.ts';
import { storeSuites } from '../../test/conformance/store.ts';
import type { ConformanceSuite } from '../../test/conformance/suite.ts';
import { timerSuite } from '../../test/conformance/timer.ts';
import type { FilePorts, PortName } from '../ports/port-factories.ts';

/** The suites of one port, and how a port is prepared for one case. */
export interface AdapterSuites<Port> {
  readonly suites: readonly ConformanceSuite<Port>[];
  /** Makes a new port ready. @returns whether it contains data; then nothing was written. */
  readonly prepare: (port: Port) => Promise<'empty' | 'in use'>;
}

/** By port, in the order of the check. */
export type AdapterSuitesByPort = {
  readonly [Name in PortName]?: AdapterSuites<FilePorts[Name]>;
};

const isNew = async (): Promise<'empty'> => 'empty';

/** Without the promise whose check has to know how many calls the hasher accepts. */
const passwordHashes = {
  ...passwordHasherSuite,
  cases: passwordHasherSuite.cases.filter(({ name }) => !name.includes('above the capacity')),
};

const caches: AdapterSuites<KeyValueCache> = {
  suites: [ofPort(keyValueCacheSuite, (cache) => ({ cache, elapse: (ms) => sleep(ms) }))],
  // A key-value store cannot be listed: a mark shows that two calls share their data.
  prepare: async (cache) => {
    const mark = 'quoin check-adapter';
    const [found] = await Promise.allSettled([cache.get(mark)]);
    if (found.status === 'fulfilled' && found.value !== undefined) return 'in use';
    await Promise.allSettled([cache.set(mark, mark, minute)]);
    return 'empty';
  },
};

/**
 * The ports with a suite that needs nothing but the port. Those of signers and of image resizers need more, such as a
 * second signer.
 */
export const adapterSuites: AdapterSuitesByPort = {
  store: {
    suites: storeSuites,
    prepare: async (store) => {
      const pending = await store.pendingMigrations();
      const isNew = pending.some(({ creates }) => creates);
      if (pending.length > 0 && !isNew) return 'in use';
      if (isNew) await store.migrate();
      const { collections, users } = store.repositories;
      // A read that fails is the subject of a promise.
      const found = await Promise.allSettled([
        collections.list().then((all) => all.length > 0),
        users.any(),
      ]);
      const hasData = found.some((read) => read.status === 'fulfilled' && read.value);
      return hasData ? 'in use' : 'empty';
    },
  },
  blobs: {
    suites: [ofPort(blobStoreSuite, (store) => ({ store, usage: store.usage?.bind(store) }))],
    prepare: async (blobs) => {
      const [found] = await Promise.allSettled([blobs.list(undefined, 1)]);
      return found.status === 'fulfilled' && found.value.length > 0 ? 'in use' : 'empty';
    },
  },
  sharedCache: caches,
  processCache: caches,
  timer: {
    suites: [ofPort(timerSuite, (timer) => ({ timer, startIo: () => stat('.') }))],
    prepare: isNew,
  },
  ids: { suites: [ofPort(idGeneratorSuite, (ids) => ({ ids }))], prepare: isNew },
  secrets: { suites: [ofPort(secretGeneratorSuite, (secrets) => ({ secrets }))], prepare: isNew },
  passwords: {
    suites: [ofPort(passwordHashes, (hasher) => ({ hasher, capacity: 0 }))],
    prepare: isNew,
  },
  digest: { suites: [ofPort(digestSuite, (digest) => ({ digest }))], prepare: isNew },
  encryption: {
    suites: [ofPort(encryptionSuite, (encryption) => ({ encryption }))],
    prepare: isNew,
  },
  markdown: { suites: [ofPort(markdownReaderSuite, (reader) => ({ reader }))], prepare: isNew },
  mediaInspector: {
    suites: [ofPort(mediaInspectorSuite, (inspector) => ({ inspector }))],
    prepare: isNew,
  },
  patterns: {
    suites: [ofPort(patternCompilerSuite, (patterns) => ({ patterns }))],
    prepare: isNew,
  },
  oneTimeCodes: { suites: [ofPort(oneTimeCodesSuite, (codes) => ({ codes }))], prepare: isNew },
  webhookSigner: { suites: [ofPort(webhookSignerSuite, (signer) => ({ signer }))], prepare: isNew },
};

/** The names of the ports that can be checked. */
export const checkedPorts = Object.keys(adapterSuites) as readonly PortName[];

/** The suite with the port itself as its subject. */
function ofPort<Subject, Port>(
  { port: name, cases }: ConformanceSuite<Subject>,
  subjectOf: (port: Port) => Subject,
): ConformanceSuite<Port> {
  return {
    port: name,
    cases: cases.map((each) => ({
      name: each.name,
      run: (port) => each.run(subjectOf(port)),
    })),
  };
}
