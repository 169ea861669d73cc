/** The command was called in a way that it does not have. The message is a sentence. */
export class MisuseError extends Error {
  override readonly name = 'MisuseError';
}

/** The command could not do its work, for a reason that the person at the terminal can act on. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Ctrl-C came where nothing was left to finish. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
