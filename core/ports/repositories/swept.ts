/** How old records may become, in milliseconds. */
export type MaxAgeMs = number;

/**
 * A repository whose records are removed when nobody needs them any more.
 *
 * @typeParam Limit what decides which records these are.
 */
export interface Swept<Limit> {
  /**
   * Removes the records beyond the limit, or a bounded number of them. Writes nothing if there are none: a write invalidates
   * what is cached. Calls at the same time remove each record once.
   *
   * @returns whether there may be more: the caller calls again.
   */
  sweep(limit: Limit): Promise<boolean>;
}
