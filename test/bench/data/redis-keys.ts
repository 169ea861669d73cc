import { createClient } from 'redis';

/** Removes the keys that start with the prefix. @throws if Redis does not answer. */
export const removeKeys = async (url: string, prefix: string): Promise<void> => {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
  client.destroy();
};
