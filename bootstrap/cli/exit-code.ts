/** What the shell learns of a command. `usageOf` explains each. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  incomplete: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
