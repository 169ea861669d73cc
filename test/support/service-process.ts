import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const projectRoot = new URL('../..', import.meta.url).pathname;

export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote so far, on either stream. */
  readonly output: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves once it answers; rejects when it ends before. */
  readonly ready: Promise<void>;
}

/** Starts the service as `npm start` does, on a free port, and stops it when it is disposed of. */
export const startService = async (
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> => {
  const port = env['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(projectRoot, 'bootstrap/main.ts')], {
    env: { PATH: process.env['PATH'] ?? '', PORT: port, ...env },
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
  // Whoever expects a start to fail does not wait for it to be ready.
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

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
