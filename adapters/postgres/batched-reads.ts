import { isDomainError } from '../../core/index.ts';

/** The most ids in one batch, by default. */
export const batchSize = 64;

type Rows<Row> = ReadonlyMap<string, Row>;

interface Batch<Row> {
  readonly ids: Set<string>;
  readonly rows: Promise<Rows<Row>>;
}

/**
 * Serves all reads by id of one turn of the event loop with one statement: a statement costs much more than
 * a row. Reads of the same id share its row.
 *
 * A statement is sent when all of its reads have begun, so no read returns an older state.
 */
export class BatchedReads<Row> {
  readonly #load: (ids: readonly string[]) => Promise<Rows<Row>>;
  readonly #size: number;
  #batch: Batch<Row> | undefined;

  /**
   * @param load finds the rows of different ids, and leaves out missing ones.
   * @param size the most ids in one batch.
   */
  constructor(load: (ids: readonly string[]) => Promise<Rows<Row>>, size: number = batchSize) {
    this.#load = load;
    this.#size = size;
  }

  /** @throws what `load` throws for this id. */
  async read(id: string): Promise<Row | undefined> {
    const { ids, rows } = (this.#batch ??= this.#open());
    ids.add(id);
    if (ids.size === this.#size) this.#batch = undefined;
    try {
      return (await rows).get(id);
    } catch (error) {
      // An unavailable database is so for all of them; any other error may be that of another row.
      if (ids.size === 1 || isDomainError(error)) throw error;
      return (await this.#load([id])).get(id);
    }
  }

  #open(): Batch<Row> {
    const ids = new Set<string>();
    const rows = new Promise<Rows<Row>>((resolve) => {
      // Runs when the requests that have arrived together have been handled.
      setImmediate(() => {
        if (this.#batch?.ids === ids) this.#batch = undefined;
        resolve(this.#load([...ids]));
      });
    });
    return { ids, rows };
  }
}
