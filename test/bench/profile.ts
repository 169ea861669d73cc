/**
 * `npm run profile -- by-id`: runs one load of the benchmark against the service and shows where its time
 * goes. Writes a CPU profile and a flame graph to `dist/profiles`, and prints the most expensive functions.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../architecture/sources.ts';
import { onInterrupt } from './on-interrupt.ts';
import { connections, seed, serverUrls, usualRows } from './options.ts';
import { callTreeOf, selfTimes, timesByOwner } from './profile/call-tree.ts';
import { renderFlameGraph } from './profile/flame-graph.ts';
import { profileWhile } from './profile/inspector.ts';
import { measureRate } from './rate.ts';
import { openSubject } from './subject.ts';
import { comparisons } from './workloads/comparisons.ts';
import { openResources } from './resources.ts';

const {
  positionals: [name],
  values,
} = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '5' }, top: { type: 'string', default: '20' } },
});
const workload = comparisons.find((each) => each.name === name);
if (workload === undefined) {
  const names = comparisons.map((each) => each.name).join(', ');
  throw new Error(`Name one of these workloads: ${names}`);
}

const report = (text: string): void => void process.stderr.write(`${text}\n`);
await using resources = await openResources({ ...serverUrls(), report });
onInterrupt(() => resources[Symbol.asyncDispose]());
const data = { seed, rows: usualRows };
const nodeOptions = ['--inspect=127.0.0.1:0'];
await using subject = await openSubject(
  { resources, data },
  { cache: workload.cache, nodeOptions },
);
const { service } = subject;
const requests = await workload.requests({ service, data });
const load = { seconds: Number(values.seconds), connections, requests };
let rate = 0;
const profile = await profileWhile(service.output(), async () => {
  rate = (await measureRate([service], load)).perSecond;
});

const folder = join(projectRoot, 'dist', 'profiles');
await mkdir(folder, { recursive: true });
const file = join(folder, `${workload.name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
const tree = callTreeOf(profile);
await writeFile(`${file}.cpuprofile`, JSON.stringify(profile));
await writeFile(`${file}.html`, renderFlameGraph(`Quoin: ${workload.title}`, tree));

const { busyMs, functions } = selfTimes(tree);
const top = Number(values.top);
const line = (selfMs: number, ...texts: readonly string[]): string => {
  const share = ((selfMs / busyMs) * 100).toFixed(1).padStart(5);
  return [`${share} %`, `${selfMs.toFixed(0).padStart(6)} ms`, ...texts].join('  ');
};
process.stdout.write(
  [
    `${workload.title}: ${rate.toFixed(0)} requests per second, ${busyMs.toFixed(0)} ms busy`,
    '',
    ...functions
      .slice(0, top)
      .map(({ selfMs, name: called, place }) => line(selfMs, called, place)),
    '',
    ...timesByOwner(functions)
      .slice(0, top)
      .map(({ selfMs, owner }) => line(selfMs, owner)),
    '',
    `${file}.html`,
    '',
  ].join('\n'),
);
