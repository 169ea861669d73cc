/** Exit codes of the commands. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  incomplete: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Arguments or options do not fit together. The message is a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed for a reason that the user can fix. The message says how, in sentences. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The user pressed Ctrl-C. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
