import type { Terminal } from '../../../adapters/cli/terminal.ts';

export interface RecordedTerminal extends Terminal {
  /** Lines on standard output. */
  readonly printed: readonly string[];
  /** Data on standard output. */
  readonly written: readonly string[];
  /** Lines on standard error. */
  readonly notices: readonly string[];
  readonly statusLines: readonly string[];
  /** The prompts for secrets. */
  readonly questions: readonly string[];
}

export interface RecordedTerminalOptions {
  /** The secrets that the user enters, in order. Undefined if the terminal cannot ask. */
  readonly secrets?: readonly string[];
  readonly isInteractive?: boolean;
  /** Aborts on Ctrl-C. */
  readonly signal?: AbortSignal;
}

/** A terminal that records its output. */
export const recordedTerminal = ({
  secrets,
  isInteractive = false,
  signal = new AbortController().signal,
}: RecordedTerminalOptions = {}): RecordedTerminal => {
  const printed: string[] = [];
  const written: string[] = [];
  const notices: string[] = [];
  const statusLines: string[] = [];
  const questions: string[] = [];
  return {
    printed,
    written,
    notices,
    statusLines,
    questions,
    isInteractive,
    print: (line) => void printed.push(line),
    write: async (text) => void written.push(text),
    notify: (line) => void notices.push(line),
    showStatus: (line) => void statusLines.push(line),
    askSecret: async (question) => {
      questions.push(question);
      return secrets?.[questions.length - 1];
    },
    interruptSignal: () => signal,
  };
};
