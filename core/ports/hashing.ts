export interface Verification {
  readonly matches: boolean;
  /** Whether the hash has an older format. The caller then stores a new one. */
  readonly outdated: boolean;
}

export interface PasswordHasher {
  /**
   * A salted hash, `pbkdf2:<iterations>:<salt hex>:<hash hex>` (PBKDF2 with SHA-256, 100,000 rounds).
   *
   * @throws DomainError `overloaded` if too many hashes are waiting.
   */
  hash(password: string): Promise<string>;

  /**
   * Compares in constant time. Takes the same time for every format, and for `undefined`, which stands
   * for an account that does not exist. A hash of 64 hex digits has the legacy format: SHA-256 of the
   * password followed by the configured salt.
   *
   * @throws DomainError `overloaded` if too many hashes are waiting.
   */
  verify(password: string, hash: string | undefined): Promise<Verification>;
}

export interface Digest {
  /** SHA-256 of the UTF-8 text in lower-case hex. For secrets with high entropy, not for passwords. */
  sha256(text: string): Promise<string>;
}
