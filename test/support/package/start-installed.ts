import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../service/server-process.ts';

/** A service of an installed package. */
export interface InstalledService extends AsyncDisposable {
  readonly url: string;
  /** Stops it with SIGTERM. @returns its output. */
  readonly stop: () => Promise<string>;
}

/** Runs a command that starts the service, in an installed project. Resolves when the service is ready. */
export const startInstalled = async (
  project: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<InstalledService> => {
  const port = String(await freePort());
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Quoin is ready')) ready.resolve();
    });
  }
  // The output closes with the last process that writes to it: npx itself ends before the service.
  const ended = once(child, 'close').then(() => output);
  void ended.then(() => ready.reject(new Error(`The service ended: ${output}`)));
  await ready.promise;
  const stop = (): Promise<string> => {
    child.kill();
    return ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
};
