import { collect, inChunks } from '../../conformance/bytes.ts';
import type { BlobStoreSubject } from '../../conformance/blob-store.ts';
import { isBlobKey, type BlobStore } from '../../../core/index.ts';
import { broken } from './blob-list-mutants.ts';
import type { Mutant } from './mutant.ts';

const refused = 'a key of another form is refused, and no object has it';

export const blobKeyMutants: readonly Mutant<BlobStoreSubject>[] = [
  {
    fault: 'takes any key',
    caughtBy: refused,
    make: broken((intact) => {
      const put: BlobStore['put'] = async (key, body, type) =>
        isBlobKey(key) ? intact.put(key, body, type) : { size: (await collect(body)).length };
      return { put };
    }),
  },
  {
    fault: 'reads a body before it looks at the key',
    caughtBy: refused,
    make: broken((intact) => {
      const put: BlobStore['put'] = async (key, body, type) =>
        intact.put(key, inChunks(await collect(body)), type);
      return { put };
    }),
  },
  {
    fault: 'looks for what is outside of it',
    caughtBy: refused,
    make: broken((intact) => ({
      stat: async (key) => (isBlobKey(key) ? intact.stat(key) : { size: 10 }),
    })),
  },
];
