/** Sends one load, in a process of its own: reads it from stdin and writes what it measured to stdout, as JSON. */
import { json } from 'node:stream/consumers';
import { exchangesOf } from './driver/exchanges.ts';
import type { Load } from './driver/load.ts';
import { runLoad } from './driver/run-load.ts';

const load = (await json(process.stdin)) as Load;
try {
  const measured = await runLoad(load, exchangesOf(load.requests));
  process.stdout.write(JSON.stringify(measured));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
