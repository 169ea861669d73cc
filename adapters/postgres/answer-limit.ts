type Answered = (error: unknown, result: unknown) => void;

interface Query {
  readonly text?: string;
  readonly values?: readonly unknown[];
  readonly query_timeout?: number;
}

/** A connection of the driver, as far as it is used here. */
export interface Connection {
  /** Knex calls it in this form. */
  query(config: string | Query, answered: Answered): void;
  /** Where an answer is due, this does not wait for it. */
  end(): Promise<void>;
  once(event: 'end', listener: () => void): void;
}

/**
 * Gives up a connection on which an answer is due for longer than `limitMs`, give or take a tenth:
 * the server hangs, or the network does. What was asked on it fails. A statement that brings a
 * `query_timeout` is left to that.
 *
 * The driver could do the same by itself, with a timer for each statement that holds on to its
 * result; that costs more than half of what a list costs.
 */
export const limitAnswers = (connection: Connection, limitMs: number): void => {
  const query = connection.query.bind(connection);
  let due = 0;
  let waitingSince = 0;
  connection.query = (config, answered) => {
    if (typeof config === 'object' && config.query_timeout !== undefined) {
      query(config, answered);
      return;
    }
    if (due === 0) waitingSince = performance.now();
    due += 1;
    query(config, (error, result) => {
      due -= 1;
      waitingSince = performance.now();
      answered(error, result);
    });
  };
  const timer = setInterval(() => {
    if (due > 0 && performance.now() - waitingSince > limitMs) void connection.end();
  }, limitMs / 10);
  timer.unref();
  connection.once('end', () => clearInterval(timer));
};
