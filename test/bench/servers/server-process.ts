import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../architecture/sources.ts';
import { freePort } from '../../support/service/server-process.ts';

/** A server under measurement, in a process of its own. Disposing stops it. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** From the start of the process to its first response, in seconds. */
  readonly startSeconds: number;
  readonly pid: number;
  /** What it has written so far. */
  output(): string;
}

export interface ServerOptions {
  /** The file to run, from the root of the project. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where to write the output. */
  readonly folder: string;
  /** A path whose response has status 200 once the server is ready. */
  readonly readyPath: string;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a server on a free port of 127.0.0.1, and waits until it answers. */
export const startServer = async (options: ServerOptions): Promise<ServerProcess> => {
  const { file, env, folder, readyPath, nodeOptions = [] } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, `server-${port}.log`);
  const descriptor = openSync(log, 'w');
  const output = (): string => readFileSync(log, 'utf8');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, join(projectRoot, file)], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  // A server must not survive a benchmark that fails or is interrupted.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const { pid = 0 } = child;
  const startSeconds = await firstResponse(child, url + readyPath, startedAt).catch(
    async (error: unknown) => {
      await stop(child);
      throw new Error(`${file} did not start:\n${output().slice(-2_000)}`, { cause: error });
    },
  );
  return {
    url,
    startSeconds,
    pid,
    output,
    [Symbol.asyncDispose]: () => stop(child),
  };
};

const startTimeoutMs = 60_000;

const firstResponse = async (
  child: ChildProcess,
  url: string,
  startedAt: number,
): Promise<number> => {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    const elapsed = performance.now() - startedAt;
    if (response?.status === 200) return elapsed / 1_000;
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}`);
    if (elapsed > startTimeoutMs) throw new Error('The server is not ready after 60 seconds');
    await sleep(2);
  }
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(giveUp);
};
