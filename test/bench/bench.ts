/** `npm run bench`: measures the service beside its references and prints one table. See docs/performance.md. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../architecture/sources.ts';
import { openResources } from './resources.ts';
import { openOtherVersion } from './servers/other-version.ts';
import { renderTable, type Row } from './table.ts';
import type { Conditions } from './workload.ts';
import { workloadsAgainst } from './workloads/against.ts';
import { workloads } from './workloads/workloads.ts';

const usualRows = 10_000;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    rows: { type: 'string', default: String(usualRows) },
    minutes: { type: 'string' },
    changes: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const positive = (name: 'rounds' | 'seconds' | 'rows' | 'minutes' | 'changes'): number => {
  const value = Number(options[name]);
  if (value > 0) return value;
  throw new Error(`--${name} must be a positive number, not ${options[name]}`);
};
const startedAt = performance.now();
const report = (text: string): void => {
  const elapsed = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stderr.write(`${elapsed.padStart(5)} s  ${text}\n`);
};
/** The averages of one, five and fifteen minutes. */
const loadText = (): string =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');

await using resources = await openResources(report);
await using other =
  options.against === undefined
    ? undefined
    : await openOtherVersion(options.against, resources.folder);
const available = other === undefined ? workloads : workloadsAgainst(other);
const names = options.only?.split(',') ?? Object.keys(available);
const chosen = names.map((name) => {
  const workload = available[name];
  if (workload !== undefined) return { name, workload };
  throw new Error(`Unknown workload ${name}. There are: ${Object.keys(available).join(', ')}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void Promise.allSettled([
      other?.[Symbol.asyncDispose](),
      resources[Symbol.asyncDispose](),
    ]).finally(() => process.exit(1));
  });
}
const conditions: Conditions = {
  resources,
  rounds: positive('rounds'),
  seconds: positive('seconds'),
  connections: 16,
  rows: usualRows,
  largeRows: positive('rows') > usualRows ? positive('rows') : undefined,
  minutes: options.minutes === undefined ? undefined : positive('minutes'),
  changes: options.changes === undefined ? undefined : positive('changes'),
  profileFolder: options.profile ? join(projectRoot, 'dist', 'profiles') : undefined,
};
const loadBefore = loadText();
const rows: Row[] = [];
for (const { name, workload } of chosen) {
  report(`${name} (load ${loadText()})`);
  try {
    const measured = await workload(conditions);
    if (measured.length === 0) report(`${name} is left out: see docs/performance.md`);
    rows.push(...measured);
  } catch (error) {
    // The other workloads are still worth their time.
    report(`${name} failed: ${String(error)}`);
    rows.push({ title: `${name} (failed: see above)`, unit: 'req/s', values: [] });
    process.exitCode = 1;
  }
}

const git = (...args: readonly string[]): string =>
  spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).stdout?.trim() ?? '';
const commit = git('rev-parse', '--short', 'HEAD');
const changes = git('status', '--porcelain') === '' ? '' : ' with changes';
const memory = `${Math.round(totalmem() / 1_000_000_000)} GB`;
const software = `Node ${process.versions.node}, Postgres ${resources.postgresVersion}`;
const { rounds, seconds, connections, profileFolder } = conditions;
process.stdout.write(`
${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${memory}, ${process.platform}, ${software}; commit ${commit}${changes}
Load average before: ${loadBefore}; after: ${loadText()}
${usualRows.toLocaleString('en-US')} posts, ${connections} connections, ${rounds} rounds of ${seconds} s; median (lowest–highest)

${renderTable(rows)}
${profileFolder === undefined ? '' : `\nProfiles: ${profileFolder}\n`}`);
