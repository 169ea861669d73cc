import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { collect, sampleBytes } from '../../conformance/bytes.ts';
import { gcsWorld } from '../../support/gcs/gcs-world.ts';
import { testDownloads } from '../../support/media/bucket-downloads.ts';

testDownloads({ openWorld: gcsWorld, step: 'media', failures: 1 });

test.concurrent('a compressed object is returned as it is stored', async () => {
  await using world = await gcsWorld();
  const packed = gzipSync(sampleBytes(3_000_000));
  world.server.bucket.create('key', packed, { contentEncoding: 'gzip' });
  const stored = (await world.store.get('key')) ?? expect.unreachable('There is no object');
  expect(Buffer.compare(await collect(stored), packed)).toBe(0);
  expect(await world.store.stat('key')).toEqual({ size: packed.length });
});
