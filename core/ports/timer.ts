/** What a wait came to. */
export type WaitResult<T> =
  | { readonly inTime: true; readonly value: T }
  | { readonly inTime: false };

export interface Timer {
  /**
   * Waits for `work`, but not for longer than `ms`. Work that is late goes on; its result is dropped.
   *
   * @throws what `work` throws in time.
   */
  within<T>(work: Promise<T>, ms: number): Promise<WaitResult<T>>;
}
