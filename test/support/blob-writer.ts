/**
 * A process of its own that stores one object of made-up bytes:
 *
 *     node test/support/blob-writer.ts <root> <key> <bytes>
 *
 * Prints one line when the body is first asked for, then one of JSON with what came of it. With
 * `Infinity` bytes it writes until it is killed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FilesystemBlobStore } from '../../adapters/filesystem/filesystem-blob-store.ts';
import { isDomainError } from '../../core/index.ts';

const [, , root = '', key = '', size = '0'] = process.argv;
const bytes = Number(size);
const chunkBytes = 64 * 1024;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let restingMemory = 0;
let mostMemory = 0;

async function* body(): AsyncGenerator<Uint8Array> {
  say('writing');
  restingMemory = process.memoryUsage.rss();
  for (let at = 0; at < bytes; at += chunkBytes) {
    yield new Uint8Array(Math.min(chunkBytes, bytes - at)).fill(at >> 16);
    mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
    if (bytes === Infinity) await pause(1);
  }
}

const store = await FilesystemBlobStore.open(root);
try {
  const stored = await store.put(key, body());
  say(JSON.stringify({ stored, memoryGrowth: mostMemory - restingMemory }));
} catch (error) {
  say(JSON.stringify({ code: isDomainError(error) ? error.code : String(error) }));
}
