import { collect, inChunks } from '../../conformance/bytes.ts';
import type { BlobStoreSubject } from '../../conformance/media/blob-store-subject.ts';
import { breaking, type Mutant } from './mutant.ts';

const broken = breaking<BlobStoreSubject, 'store'>('store');

const partBytes = 8 * 1024 * 1024;

/** Stores other parts of a body than those that were sent. */
const storingParts = (
  alter: (parts: Uint8Array[]) => Uint8Array[],
): Mutant<BlobStoreSubject>['make'] =>
  broken((intact) => ({
    put: async (key, body, type) => {
      const bytes = await collect(body);
      const parts: Uint8Array[] = [];
      for await (const part of inChunks(bytes, partBytes)) parts.push(part);
      const sent = (async function* () {
        yield* alter(parts);
      })();
      await intact.put(key, sent, type);
      return { size: bytes.length };
    },
  }));

/** Overwrites the object that has the key, but only when it completes an upload of several parts. */
const overwriting = broken((intact) => ({
  put: async (key, body, type) => {
    const bytes = await collect(body);
    const isInParts = bytes.length > partBytes;
    for (;;) {
      try {
        return await intact.put(key, inChunks(bytes, partBytes), type);
      } catch (error) {
        if (!isInParts) throw error;
        await intact.delete(key);
      }
    }
  },
}));

/** Never removes the pieces of an upload, or only those of one that created its object. */
export const leaking = (ends: 'never' | 'with an object'): Mutant<BlobStoreSubject>['make'] => {
  return ({ store: whole, usage }) => {
    let pieces = 0;
    const { store } = broken((intact) => ({
      put: async (key, body, type) => {
        pieces += 1;
        const info = await intact.put(key, body, type);
        if (ends === 'with an object') pieces -= 1;
        return info;
      },
    }))({ store: whole });
    return { store, usage: async () => pieces + ((await usage?.()) ?? 0) };
  };
};

const whole = 'an object of several parts is returned whole, and in ranges across them';
const noOverwriting = 'put does not overwrite an object, whatever the sizes of both';
const race = 'of concurrent writes of several parts to one key, exactly one succeeds';
const leftovers = 'a body that throws after some parts leaves nothing behind';

export const largeBlobMutants: readonly Mutant<BlobStoreSubject>[] = [
  {
    fault: 'drops the second part of an upload',
    caughtBy: whole,
    make: storingParts(([first, , ...rest]) => [first ?? new Uint8Array(0), ...rest]),
  },
  {
    fault: 'completes an upload with its parts in another order',
    caughtBy: whole,
    make: storingParts((parts) => parts.toReversed()),
  },
  {
    fault: 'sends one part twice',
    caughtBy: whole,
    make: storingParts((parts) => parts.map((part, at) => (at === 1 ? (parts[0] ?? part) : part))),
  },
  {
    fault: 'returns a range of one part only',
    caughtBy: whole,
    make: broken((intact) => ({
      get: (key, range) => {
        if (range === undefined) return intact.get(key);
        const end = range.start + partBytes - (range.start % partBytes) - 1;
        return intact.get(key, { start: range.start, end: Math.min(range.end, end) });
      },
    })),
  },
  { fault: 'leaves the parts of a completed upload', caughtBy: whole, make: leaking('never') },
  {
    fault: 'overwrites an object when it completes an upload',
    caughtBy: noOverwriting,
    make: overwriting,
  },
  {
    fault: 'leaves the parts of an upload whose key is taken',
    caughtBy: noOverwriting,
    make: leaking('with an object'),
  },
  {
    fault: 'lets the last of concurrent uploads win',
    caughtBy: race,
    make: overwriting,
  },
  {
    fault: 'leaves the parts of a failed upload',
    caughtBy: leftovers,
    make: leaking('with an object'),
  },
  {
    fault: 'completes an upload whose body has failed, with the parts that were sent',
    caughtBy: leftovers,
    make: broken((intact) => ({
      put: async (key, body, type) => {
        const sent: Uint8Array[] = [];
        let size = 0;
        try {
          for await (const chunk of body) {
            sent.push(chunk);
            size += chunk.length;
          }
        } catch (error) {
          if (size > partBytes) await intact.put(key, inChunks(sent[0] ?? new Uint8Array(0)), type);
          throw error;
        }
        await intact.put(
          key,
          (async function* () {
            yield* sent;
          })(),
          type,
        );
        return { size };
      },
    })),
  },
];
