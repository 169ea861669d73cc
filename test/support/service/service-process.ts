import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './server-process.ts';

const projectRoot = new URL('../../..', import.meta.url).pathname;

/**
 * Options of Node for short processes. Without the optimizing compiler for WebAssembly, the embedded
 * database opens with a third less work.
 */
export const quickStart = ['--liftoff-only'];

/**
 * Caches the entry file as well, which the program itself cannot. For the sources, this saves loading the
 * compiler for TypeScript, a tenth of the work of a start.
 */
export const quickStartEnvironment = {
  NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/quoin'),
};

export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** The output so far, of both streams. */
  readonly output: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves when the service is ready. Rejects if it ends before. */
  readonly ready: Promise<void>;
}

/** What runs the service in the same way as `npm start` or `quoin serve`, or from its sources. */
export type ServiceCommand =
  | readonly ['bootstrap/dist/main.mjs' | 'bootstrap/main.ts']
  | readonly ['bootstrap/dist/cli.mjs', 'serve'];

/**
 * Starts the service on a free port. Disposing kills it.
 *
 * @param options of Node.
 */
export const startService = async (
  env: Readonly<Record<string, string>>,
  command: ServiceCommand = ['bootstrap/dist/main.mjs'],
  options: readonly string[] = quickStart,
): Promise<ServiceProcess> => {
  const port = env['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [program, ...args] = command;
  const child = spawn(process.execPath, [...options, join(projectRoot, program), ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: port, ...quickStartEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (output.includes('Quoin is ready')) resolve();
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  // Tests of a failing start do not wait for `ready`.
  ready.catch(() => undefined);
  return {
    url,
    child,
    output: () => output,
    ended,
    ready,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
