/**
 * A process of its own that stores one object of made-up bytes in a bucket and reads it again:
 *
 *     node test/support/gcs-transfer.ts <endpoint> <bytes>
 *
 * Prints one line of JSON: what was stored and read, and how the memory of this process grew meanwhile.
 */
import { GcsBlobStore } from '../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket } from '../../adapters/gcs/gcs-bucket.ts';
import { madeBody } from './gcs-world.ts';

const [, , endpoint = '', size = '0'] = process.argv;

const store = new GcsBlobStore(new GcsBucket({ bucket: 'bucket', endpoint }));

interface Transfer {
  readonly bytes: number;
  readonly seconds: number;
  /** Bytes of memory before, at most, and at the end. */
  readonly before: number;
  readonly most: number;
  readonly after: number;
}

const measured = async (transfer: () => Promise<number>): Promise<Transfer> => {
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const bytes = await transfer();
  clearInterval(timer);
  const seconds = (performance.now() - begun) / 1_000;
  return { bytes, seconds, before, most, after: process.memoryUsage.rss() };
};

// What the library takes for itself is not what is measured.
await store.put('first', madeBody(100_000), 'application/octet-stream');
for await (const _ of (await store.get('first')) ?? []);

const upload = await measured(
  async () => (await store.put('large', madeBody(Number(size)), 'application/octet-stream')).size,
);
const download = await measured(async () => {
  let read = 0;
  for await (const chunk of (await store.get('large')) ?? []) read += chunk.length;
  return read;
});
process.stdout.write(`${JSON.stringify({ upload, download })}\n`);
