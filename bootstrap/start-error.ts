/** The process cannot start, or did not stop cleanly. The message says why and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
