import { collect, inChunks } from '../../conformance/bytes.ts';
import type { BlobStoreSubject } from '../../conformance/blob-store.ts';
import { isBlobKey, type BlobStore } from '../../../core/index.ts';
import { broken } from './blob-list-mutants.ts';
import type { Mutant } from './mutant.ts';

const caughtBy = 'put rejects a malformed key, and no object has one';

export const blobKeyMutants: readonly Mutant<BlobStoreSubject>[] = [
  {
    fault: 'accepts any key',
    caughtBy,
    make: broken((intact) => {
      const put: BlobStore['put'] = async (key, body, type) =>
        isBlobKey(key) ? intact.put(key, body, type) : { size: (await collect(body)).length };
      return { put };
    }),
  },
  {
    fault: 'reads the body before it checks the key',
    caughtBy,
    make: broken((intact) => {
      const put: BlobStore['put'] = async (key, body, type) =>
        intact.put(key, inChunks(await collect(body)), type);
      return { put };
    }),
  },
  {
    fault: 'finds objects with malformed keys',
    caughtBy,
    make: broken((intact) => ({
      stat: async (key) => (isBlobKey(key) ? intact.stat(key) : { size: 10 }),
    })),
  },
];
