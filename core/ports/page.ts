/** A window on an ordered list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}
