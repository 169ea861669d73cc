export interface IdGenerator {
  /** A new UUID in lower case; preferably version 7, so that ids of the same time are close in an index. */
  next(): string;
}

export interface SecretGenerator {
  /** Letters and digits with at least `bits` of entropy from a cryptographic source. */
  next(bits: number): string;
}
