export interface Verification {
  readonly matches: boolean;
  /** Whether the hash has an older format, also if the password does not match. If it does, the caller stores a new one. */
  readonly outdated: boolean;
}

export interface PasswordHasher {
  /**
   * What each hash of it begins with, and no hash of another scheme: `pbkdf2:` or `$argon2id$`, for example. The service
   * passes other hashes to its built-in hasher, and replaces them when their account signs in.
   */
  readonly scheme: string;

  /**
   * A salted hash, which begins with the scheme and contains everything that its verification needs. At most 1,000
   * characters.
   *
   * @throws DomainError `overloaded` with `retryAfterMs` above zero if too many hashes are waiting;
   *   `dependency_unavailable`, before the deadline of the core, if it needs something that does not answer.
   */
  hash(password: string): Promise<string>;

  /**
   * Compares in constant time. Takes the same time for every hash, and for `undefined`, which stands for an account that
   * does not exist: suites cannot measure this. A hash of its scheme with other costs than those of new hashes is older:
   * it matches and is outdated, or is malformed, as the adapter says. A malformed hash never matches, and is not outdated.
   *
   * @throws DomainError like `hash`.
   */
  verify(password: string, hash: string | undefined): Promise<Verification>;
}

export interface Digest {
  /** SHA-256 of the UTF-8 text in lower-case hex. For secrets with high entropy, not for passwords. */
  sha256(text: string): Promise<string>;
}
