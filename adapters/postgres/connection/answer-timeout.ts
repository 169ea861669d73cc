import type { Client } from 'pg';

/** How Knex calls the driver. */
type Send = (config: string | { readonly query_timeout?: number }, done: Done) => void;
type Done = (error: unknown, result: unknown) => void;

/**
 * Ends a connection on which a statement gets no answer for `timeoutMs`, or up to 10 % longer: the
 * server or the network hangs. The outstanding statements then fail. Does not apply to statements with
 * their own `query_timeout`.
 *
 * Replaces the driver's `query_timeout`, which starts a timer for each statement: that keeps the result
 * in memory and makes a list more than 50 % slower.
 */
export const endWhenUnanswered = (connection: Client, timeoutMs: number): void => {
  const send = connection.query.bind(connection) as unknown as Send;
  let outstanding = 0;
  let waitingSince = 0;
  const watched: Send = (config, done) => {
    if (typeof config === 'object' && config.query_timeout !== undefined) {
      send(config, done);
      return;
    }
    if (outstanding === 0) waitingSince = performance.now();
    outstanding += 1;
    send(config, (error, result) => {
      outstanding -= 1;
      waitingSince = performance.now();
      done(error, result);
    });
  };
  Object.assign(connection, { query: watched });
  const timer = setInterval(() => {
    if (outstanding > 0 && performance.now() - waitingSince > timeoutMs) void connection.end();
  }, timeoutMs / 10);
  timer.unref();
  connection.once('end', () => clearInterval(timer));
};
