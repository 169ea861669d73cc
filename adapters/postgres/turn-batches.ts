export interface TurnBatchesOptions<Input, Output> {
  /** Sends all inputs of a batch, or none. */
  readonly send: (inputs: readonly Input[]) => Promise<Output>;
  /** Whether one more input fits into a batch. */
  readonly hasRoom: (inputs: ReadonlySet<Input>, input: Input) => boolean;
  /** Whether an error concerns every input of a batch, and not only some of them. */
  readonly concernsAll: (error: unknown) => boolean;
}

interface Batch<Input, Output> {
  readonly inputs: Set<Input>;
  readonly output: Promise<Output>;
}

/**
 * Sends the inputs that join in one turn of the event loop together: a statement costs much more than a
 * row. Equal inputs are sent once. If a batch fails, each input is sent alone, unless the error concerns all.
 */
export class TurnBatches<Input, Output> {
  readonly #options: TurnBatchesOptions<Input, Output>;
  #open: Batch<Input, Output> | undefined;

  constructor(options: TurnBatchesOptions<Input, Output>) {
    this.#options = options;
  }

  /**
   * @returns the output of the batch.
   * @throws what `send` throws for this input alone, or for the whole batch if that concerns all.
   */
  async join(input: Input): Promise<Output> {
    const { send, concernsAll } = this.#options;
    const { inputs, output } = this.#batchFor(input);
    inputs.add(input);
    try {
      return await output;
    } catch (error) {
      if (inputs.size === 1 || concernsAll(error)) throw error;
      return send([input]);
    }
  }

  #batchFor(input: Input): Batch<Input, Output> {
    const open = this.#open;
    if (open !== undefined && this.#options.hasRoom(open.inputs, input)) return open;
    return (this.#open = this.#start());
  }

  #start(): Batch<Input, Output> {
    const inputs = new Set<Input>();
    const output = new Promise<Output>((resolve) => {
      // Runs when the requests that have arrived together have been handled.
      setImmediate(() => {
        if (this.#open?.inputs === inputs) this.#open = undefined;
        resolve(this.#options.send([...inputs]));
      });
    });
    return { inputs, output };
  }
}
