/** What ran, for the `meta.query` block of list responses. Adapters without statements omit it. */
export interface QueryTrace {
  /** Constant text with placeholders. */
  readonly statement: string;
  /** What the caller asked for, in the order of the placeholders; nothing that tells who asked. */
  readonly parameters: readonly (string | number)[];
}
