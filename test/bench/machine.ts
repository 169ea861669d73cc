import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { projectRoot } from '../architecture/sources.ts';

/** The averages of one, five and fifteen minutes. */
export const loadText = (): string =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');

export const machineText = (postgresVersion: string): string => {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 1_000_000_000)} GB`;
  const software = `Node ${process.versions.node}, Postgres ${postgresVersion}`;
  return `${availableParallelism()} × ${model}, ${memory}, ${process.platform}, ${software}`;
};

/** The commit of the checkout, and whether files differ from it. */
export const commitText = (): string => {
  const git = (...args: readonly string[]): string =>
    spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown';
  return git('status', '--porcelain') === '' ? commit : `${commit} with changes`;
};
