/**
 * The time of the database in epoch milliseconds, when the statement began: in a transaction, other statements may have
 * waited before. It is constant in a statement, so an index can be read up to it, and rounded down: nothing is due too
 * early.
 */
export const storeTime = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint';
