import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { quickStart, quickStartEnvironment } from './service-process.ts';

export interface QuoinProcess {
  readonly child: ChildProcess;
  /** Resolves when stdout or stderr contains the text. Rejects if the process ends without it. */
  readonly waitForOutput: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const entry = fileURLToPath(new URL('../../../bootstrap/dist/cli.mjs', import.meta.url));

/** Starts `quoin` as a separate process with only these settings in its environment. */
export const startQuoin = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): QuoinProcess => {
  const child = spawn(process.execPath, [...quickStart, entry, ...args], {
    env: { ...quickStartEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, ...output }));
  return {
    child,
    ended,
    waitForOutput: async (text) => {
      const isPrinted = (): boolean => (output.stdout + output.stderr).includes(text);
      const end = ended.then(({ stderr }) => {
        if (!isPrinted()) throw new Error(`The process ended without '${text}': ${stderr}`);
      });
      while (!isPrinted())
        await Promise.race([end, once(child.stdout, 'data'), once(child.stderr, 'data')]);
    },
  };
};
