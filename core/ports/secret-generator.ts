export interface SecretGenerator {
  /** Letters and digits that carry at least `bits` of entropy from a cryptographic source. */
  next(bits: number): string;
}
