import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'vitest';
import { projectRoot } from '../../architecture/sources.ts';

/** The binaries in the packages that `test/runtimes/binaries/install.mjs` installs. */
const binaries = {
  bun: '@oven/bun-*/bin/bun',
  deno: '@deno/*/deno',
  workerd: '@cloudflare/workerd-*/bin/workerd',
} as const;

type Runtime = keyof typeof binaries;

/** Registers tests that need a runtime. Without it, registers one skipped test with the reason. */
export const withRuntime = (name: Runtime, registerTests: (binary: string) => void): void => {
  const modules = join(projectRoot, 'test/runtimes/binaries/node_modules');
  const [binary] = globSync(binaries[name], { cwd: modules });
  if (binary !== undefined) {
    registerTests(join(modules, binary));
    return;
  }
  const reason = `${name} is not installed: node test/runtimes/binaries/install.mjs`;
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  test(`this file needs ${name}`, ({ skip }) => skip(reason));
};

/** The variables of the servers. */
const settings = {
  PUBLIC_URL: 'https://cms.example.org',
  JWT_SECRET: 'a secret for tests, of more than thirty-two bytes',
  CSRF_SECRET: 'another secret for tests, of more than thirty-two bytes',
  PORT: '0',
  HOST: '127.0.0.1',
} as const;

export interface RuntimeServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a server in a runtime, and waits until it names its port.
 *
 * @param args for its command line. @throws Error with the output if it ends before.
 */
export const startRuntime = async (
  binary: string,
  args: readonly string[],
  cwd: string,
): Promise<RuntimeServer> => {
  const child = spawn(binary, args, {
    cwd,
    env: { ...process.env, ...settings, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    // workerd names its port in the last one.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  const port = new Promise<string>((resolve, reject) => {
    for (const stream of child.stdio.slice(1) as Readable[]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /(?:http:\/\/[\w.]+:|"?port"?: ?)(\d+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    ended.then(() => reject(new Error(`The runtime has ended: ${output}`)), reject);
  });
  return {
    url: `http://127.0.0.1:${await port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
