export interface IdGenerator {
  /** A new UUID in lower case; version 7 where the runtime offers it, so that neighbours in time are neighbours in an index. */
  next(): string;
}
