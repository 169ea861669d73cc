import type { Terminal } from '../../bootstrap/cli/terminal.ts';

export interface RecordedTerminal extends Terminal {
  /** What went to standard output. */
  readonly printed: readonly string[];
  /** What went to standard error. */
  readonly told: readonly string[];
  /** The lines that were redrawn. */
  readonly drawn: readonly string[];
  /** The questions for a secret. */
  readonly asked: readonly string[];
}

export interface RecordedTerminalOptions {
  /** What is typed when a secret is asked for, in order; without any, nobody is there to be asked. */
  readonly secrets?: readonly string[];
  readonly isWatched?: boolean;
}

/** A terminal that keeps what it is told. */
export const recordedTerminal = ({
  secrets,
  isWatched = false,
}: RecordedTerminalOptions = {}): RecordedTerminal => {
  const printed: string[] = [];
  const told: string[] = [];
  const drawn: string[] = [];
  const asked: string[] = [];
  return {
    printed,
    told,
    drawn,
    asked,
    isWatched,
    print: (line) => void printed.push(line),
    tell: (line) => void told.push(line),
    redraw: (line) => void drawn.push(line),
    askSecret: async (question) => {
      asked.push(question);
      return secrets?.[asked.length - 1];
    },
  };
};
