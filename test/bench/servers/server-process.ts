import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../architecture/sources.ts';
import { freePort } from '../../support/service/server-process.ts';

/** A server under measurement, in a process of its own. Disposing stops it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** From the start of the process to its first response, in seconds. */
  readonly startSeconds: number;
  /** The processor time that it has used. Linux counts in steps of 10 ms; elsewhere 0. */
  cpuSeconds(): number;
  /** Its resident memory. 0 except on Linux. */
  residentMegabytes(): number;
}

export interface ServerOptions {
  /** The file to run: its path, or the path from the root of the project. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs and writes its log. */
  readonly folder: string;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a server on a free port of 127.0.0.1, and waits until it sends a list. */
export const startServer = async (options: ServerOptions): Promise<ServerProcess> => {
  const { file, env, folder, nodeOptions = [] } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, `server-${port}.log`);
  const descriptor = openSync(log, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, resolve(projectRoot, file)], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  // A server must not survive a benchmark that fails or is interrupted.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').finally(() => process.off('exit', kill));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(kill, 10_000);
    await ended;
    clearTimeout(timer);
  };
  try {
    await firstResponse(child, url);
  } catch (error) {
    await stop();
    const output = readFileSync(log, 'utf8').slice(-2_000);
    throw new Error(`${file} did not start:\n${output}`, { cause: error });
  }
  const startSeconds = (performance.now() - startedAt) / 1_000;
  const { pid = 0 } = child;
  return {
    url,
    startSeconds,
    cpuSeconds: () => {
      const fields = processFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
    },
    residentMegabytes: () => {
      const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(processFile(pid, 'status')) ?? [];
      return (Number(kilobytes) * 1_024) / 1_000_000;
    },
    [Symbol.asyncDispose]: stop,
  };
};

const processFile = (pid: number, name: string): string =>
  process.platform === 'linux' ? readFileSync(`/proc/${pid}/${name}`, 'utf8') : '';

const startTimeoutMs = 60_000;

const firstResponse = async (child: ChildProcess, url: string): Promise<void> => {
  const giveUpAt = performance.now() + startTimeoutMs;
  while (performance.now() < giveUpAt) {
    // Not the health check: a service that stops waits until those that poll it have noticed.
    const response = await fetch(`${url}/api/content?limit=1`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}`);
    await sleep(2);
  }
  throw new Error('The server is not ready after 60 seconds');
};
