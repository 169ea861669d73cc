export interface Verification {
  readonly matches: boolean;
  /** Asks the caller to store a fresh hash: this one is of an older kind. */
  readonly outdated: boolean;
}

export interface PasswordHasher {
  /**
   * A salted hash, `pbkdf2:<iterations>:<salt hex>:<hash hex>` (PBKDF2 with SHA-256, 100,000 rounds).
   *
   * @throws DomainError `overloaded` when too many hashes wait already.
   */
  hash(password: string): Promise<string>;

  /**
   * Compares in constant time. Takes as long for a hash of any kind, and for `undefined` (no such
   * account), as for one of its own. A hash of 64 hex digits is the legacy kind: SHA-256 of the
   * password followed by the configured salt.
   *
   * @throws DomainError `overloaded` when too many hashes wait already.
   */
  verify(password: string, hash: string | undefined): Promise<Verification>;
}
