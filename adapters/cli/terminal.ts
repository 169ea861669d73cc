import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, exitCodes, InterruptedError } from './command-errors.ts';

/** Output and input of a command. Results go to standard output, everything else to standard error. */
export interface Terminal {
  /** Writes a line of the result. */
  readonly print: (line: string) => void;
  /**
   * Writes data to standard output, unchanged. Resolves when it was written, or when the reader has closed the pipe.
   * Callers that wait for it need constant memory.
   */
  readonly write: (text: string) => Promise<void>;
  /** Writes a line to standard error, above the status line. */
  readonly notify: (line: string) => void;
  /** Replaces the status line at the bottom; an empty text removes it. */
  readonly showStatus: (line: string) => void;
  /** Whether standard error is a screen, so that a status line makes sense. */
  readonly isInteractive: boolean;
  /**
   * Asks for a text and does not show it while it is typed.
   *
   * @returns undefined without a terminal.
   * @throws InterruptedError on Ctrl-C.
   */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  /** Aborts at the first Ctrl-C. From the first call on, only the second Ctrl-C ends the process. */
  readonly interruptSignal: () => AbortSignal;
}

/** The terminal, files or pipes of this process. */
export const processTerminal = (): Terminal => {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  let status = '';
  let interrupt: AbortController | undefined;
  const clear = (): string => (status === '' ? '' : '\r\u001b[K');
  const notify = (line: string): void => {
    stderr.write(`${clear()}${printable(line)}\n${status}`);
  };
  const showStatus = (line: string): void => {
    const fitting = printable(line).slice(0, Math.max(0, (stderr.columns || 80) - 1));
    stderr.write(clear() + fitting);
    status = fitting;
  };
  return {
    print: (line) => {
      // Both streams may be the same screen.
      if (status !== '') stderr.write(clear());
      stdout.write(`${printable(line)}\n`);
      if (status !== '') stderr.write(status);
    },
    write: (text) =>
      new Promise((resolve) => {
        stdout.write(text, () => resolve());
      }),
    notify,
    showStatus,
    isInteractive: stderr.isTTY,
    askSecret: (question) => {
      showStatus('');
      return askSecret(question);
    },
    interruptSignal: () => {
      interrupt ??= catchInterrupts(notify);
      return interrupt.signal;
    },
  };
};

/** `quoin import … | head`: the work continues when the reader of the output is gone. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

/** Replaces control characters, which file names can contain and terminals obey. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\uFFFD');

/** One Ctrl-C can arrive twice, from the terminal and from the launcher, within this time. */
const repeatMs = 500;

const catchInterrupts = (notify: Terminal['notify']): AbortController => {
  const controller = new AbortController();
  let interruptedAt = 0;
  const interrupt = (): void => {
    if (!controller.signal.aborted) {
      interruptedAt = performance.now();
      notify('Stopping after the current step. Press Ctrl-C again to stop at once.');
      controller.abort();
    } else if (performance.now() - interruptedAt > repeatMs) {
      process.exit(exitCodes.interrupted);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupt);
  return controller;
};

const askSecret = async (question: string): Promise<string | undefined> => {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silence, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve);
      reader.once('SIGINT', () => reject(new InterruptedError('Interrupted.')));
      reader.once('close', () => reject(new InterruptedError('Nothing was entered.')));
    });
  } finally {
    reader.close();
    stderr.write('\n');
  }
};

/**
 * The password from the environment, otherwise from the terminal.
 *
 * @throws CommandError without either; InterruptedError on Ctrl-C.
 */
export const readPassword = async (
  fromEnvironment: string | undefined,
  { askSecret: ask }: Terminal,
  question: string,
): Promise<string> => {
  const password = fromEnvironment ?? (await ask(question));
  if (password !== undefined) return password;
  throw new CommandError('There is no terminal to ask for the password: set QUOIN_PASSWORD.');
};
