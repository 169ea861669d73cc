/** The workers could not be started, or not be ended. The message says which and why. */
export class WorkersFailed extends Error {
  override readonly name = 'WorkersFailed';
}
