import type { KeyValueCache } from '../../core/index.ts';
import {
  isOfKind,
  type CacheReplies,
  type CacheReply,
  type CacheRequest,
  type CacheRequests,
} from './cache-messages.ts';
import type { Channel } from './channel.ts';

/** Answers what a worker asks of the cache, in the order in which it asked. */
export const serveKeyValueCache = (store: KeyValueCache, { onMessage, send }: Channel): void => {
  const answer = async ({ batch, requests }: CacheRequests): Promise<void> => {
    const replies = await Promise.all(requests.map((request) => perform(store, request)));
    // A worker that is gone waits for nothing.
    send({ kind: 'cache-replies', batch, replies } satisfies CacheReplies, () => undefined);
  };
  onMessage((message) => {
    if (isOfKind<CacheRequests>(message, 'cache-requests')) void answer(message);
  });
};

const perform = async (store: KeyValueCache, request: CacheRequest): Promise<CacheReply> => {
  try {
    switch (request.call) {
      case 'get':
        return { hit: await store.get(request.key) };
      case 'set':
        await store.set(request.key, request.value, request.ttlMs);
        return {};
      case 'increment':
        return { window: await store.increment(request.key, request.ttlMs) };
    }
  } catch {
    return { hasFailed: true };
  }
};
