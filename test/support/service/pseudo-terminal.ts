import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { quickStart } from './service-process.ts';

/**
 * Whether the `script` of util-linux is installed, which provides a pseudo-terminal. Where services are
 * required, the tests run without asking, and fail if it is missing.
 */
export const hasPseudoTerminal =
  process.env['REQUIRE_SERVICES'] === '1' ||
  /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

export interface TerminalProcess extends AsyncDisposable {
  /** What the screen received so far. */
  readonly screen: () => string;
  /** Resolves when the screen received the text. Rejects if the process ends without it. */
  readonly waitFor: (text: string) => Promise<void>;
  /** Types Ctrl-C. */
  readonly interrupt: () => void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
}

/** Runs Node with these arguments on a terminal with colors. Disposing kills it. */
export const runOnTerminal = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): TerminalProcess => {
  const words = [process.execPath, ...quickStart, ...args].map((word) => `'${word}'`);
  const child = spawn('script', ['-qefc', `exec ${words.join(' ')}`, '/dev/null'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text));
  const closed = once(child, 'close');
  const ended = closed.then(([code]) => code as number);
  return {
    screen: () => screen,
    waitFor: async (text) => {
      const end = ended.then(() => {
        if (!screen.includes(text))
          throw new Error(`The process ended without '${text}': ${screen}`);
      });
      while (!screen.includes(text)) await Promise.race([end, once(child.stdout, 'data')]);
    },
    interrupt: () => void child.stdin.write('\u0003'),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
