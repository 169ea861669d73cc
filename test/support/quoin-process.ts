import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface QuoinProcess {
  readonly child: ChildProcess;
  /** Resolves once either output holds the text; rejects when the process ends without it. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const entry = fileURLToPath(new URL('../../bootstrap/cli.ts', import.meta.url));

/** Starts `quoin` as a process of its own, with no settings but those given. */
export const startQuoin = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): QuoinProcess => {
  const child = spawn(process.execPath, [entry, ...args], {
    env: environment,
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
    says: async (text) => {
      const isSaid = (): boolean => (output.stdout + output.stderr).includes(text);
      const end = ended.then(({ stderr }) => {
        if (!isSaid()) throw new Error(`The process ended without '${text}': ${stderr}`);
      });
      while (!isSaid())
        await Promise.race([end, once(child.stdout, 'data'), once(child.stderr, 'data')]);
    },
  };
};

/** Runs `quoin` to its end. */
export const runQuoin = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> => startQuoin(args, environment).ended;
