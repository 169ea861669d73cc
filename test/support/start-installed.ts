import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './service/server-process.ts';

/** A server of an installed package. */
export interface InstalledServer extends AsyncDisposable {
  readonly url: string;
  /** Stops it with SIGTERM. @returns its output. */
  readonly stop: () => Promise<string>;
}

/**
 * Runs a command that starts a server, in a folder with installed packages. Resolves when it has printed `readyText`.
 *
 * @param env more variables than `PORT`, which is free.
 */
export const startInstalled = async (
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
  readyText = 'Quoin is ready',
): Promise<InstalledServer> => {
  const port = String(await freePort());
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(readyText)) ready.resolve();
    });
  }
  // The output closes with the last process that writes to it: npx itself ends before the service.
  const ended = once(child, 'close').then(() => output);
  void ended.then(() => ready.reject(new Error(`The server ended: ${output}`)));
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
