/** `npm run bench`: measures the service beside its references and prints one table. See docs/performance.md. */
import { onInterrupt } from './on-interrupt.ts';
import { commitText, loadText, machineText } from './machine.ts';
import { connections, parseOptions, seed, serverUrls, usualRows } from './options.ts';
import type { Row } from './row.ts';
import { renderTable } from './table.ts';
import type { Conditions } from './workload.ts';
import { workloads } from './workloads/workloads.ts';
import { openResources } from './resources.ts';

const { only, rounds, seconds, largeRows, minutes } = parseOptions(process.argv.slice(2));
const unknown = only.filter((name) => workloads.every((workload) => workload.name !== name));
if (unknown.length > 0) {
  const names = workloads.map(({ name }) => name).join(', ');
  throw new Error(`There is no workload ${unknown.join(', ')}. Known: ${names}`);
}

const startedAt = performance.now();
const report = (text: string): void => {
  const elapsed = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stderr.write(`${elapsed.padStart(5)} s  ${text}\n`);
};

const loadBefore = loadText();
const rows: Row[] = [];
await using resources = await openResources({ ...serverUrls(), report });
onInterrupt(() => resources[Symbol.asyncDispose]());
const conditions: Conditions = {
  resources,
  rounds,
  seconds,
  connections,
  data: { seed, rows: usualRows },
  largeData: largeRows === undefined ? undefined : { seed, rows: largeRows },
  minutes,
};
for (const workload of workloads) {
  const { name } = workload;
  if (only.length > 0 && !only.includes(name)) continue;
  report(`${name} (load ${loadText()})`);
  try {
    const measured = await workload.measure(conditions);
    if (measured.length === 0) report(`${name} is left out: it needs --rows or --minutes`);
    rows.push(...measured);
  } catch (error) {
    // The other workloads are still worth their time.
    report(`${name} failed: ${String(error)}`);
    rows.push({ title: name, unit: 'req/s', values: [], note: 'failed: see above' });
    process.exitCode = 1;
  }
}
const size = usualRows.toLocaleString('en-US');
process.stdout.write(
  [
    '',
    `${machineText(resources.postgresVersion)}; commit ${commitText()}`,
    `Load average before: ${loadBefore}; after: ${loadText()}`,
    `${size} posts, ${connections} connections, ${rounds} rounds of ${seconds} s; median (lowest–highest)`,
    '',
    renderTable(rows),
    '',
  ].join('\n'),
);
