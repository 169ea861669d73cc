import { isDomainError } from '../../core/index.ts';
import { TurnBatches } from './turn-batches.ts';

/** The most ids in one batch, by default. */
export const batchSize = 64;

type Rows<Row> = ReadonlyMap<string, Row>;

/**
 * Serves all reads by id of one turn of the event loop with one statement. Reads of the same id share its row.
 *
 * A statement is sent when all of its reads have begun, so no read returns an older state.
 */
export class BatchedReads<Row> {
  readonly #batches: TurnBatches<string, Rows<Row>>;

  /**
   * @param load finds the rows of different ids, and leaves out missing ones.
   * @param size the most ids in one batch.
   */
  constructor(load: (ids: readonly string[]) => Promise<Rows<Row>>, size: number = batchSize) {
    this.#batches = new TurnBatches({
      send: load,
      hasRoom: (ids) => ids.size < size,
      // An unavailable database is so for all of them; any other error may be that of another row.
      concernsAll: isDomainError,
    });
  }

  /** @throws what `load` throws for this id. */
  async read(id: string): Promise<Row | undefined> {
    return (await this.#batches.join(id)).get(id);
  }
}
