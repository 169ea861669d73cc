import { Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { InterruptedError } from './command-error.ts';

/** Where a command speaks. Results can be piped on; everything else is for who watches. */
export interface Terminal {
  /** A line of the result, to standard output. */
  readonly print: (line: string) => void;
  /** A remark, to standard error. Takes its own line, whatever is being redrawn. */
  readonly tell: (line: string) => void;
  /** Draws the line that says how far the work is, in place of the one before; an empty one ends it. */
  readonly redraw: (line: string) => void;
  /** Whether somebody watches: a line can be redrawn. */
  readonly isWatched: boolean;
  /**
   * Asks for a text that does not appear while it is typed.
   *
   * @returns undefined when nobody can be asked.
   * @throws InterruptedError on Ctrl-C.
   */
  readonly askSecret: (question: string) => Promise<string | undefined>;
}

/** The terminal, files or pipes that this process was started with. */
export const processTerminal = (): Terminal => {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  let drawn = '';
  const clear = (): string => (drawn === '' ? '' : '\r\u001b[K');
  return {
    print: (line) => {
      // Both may be the same screen.
      if (drawn !== '') stderr.write(clear());
      stdout.write(`${printable(line)}\n`);
      if (drawn !== '') stderr.write(drawn);
    },
    tell: (line) => {
      stderr.write(`${clear()}${printable(line)}\n${drawn}`);
    },
    redraw: (line) => {
      const fitting = line.slice(0, Math.max(0, (stderr.columns || 80) - 1));
      stderr.write(clear() + fitting);
      drawn = fitting;
    },
    isWatched: stderr.isTTY,
    askSecret,
  };
};

/** Who reads the output may leave early (`quoin import … | head`): the work goes on without them. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

/** A file's name may hold what a terminal obeys. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\uFFFD');

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
