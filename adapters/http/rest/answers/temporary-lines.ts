/** Lines that are stored until they are sent. Write all of them, then read all of them. */
export interface TemporaryLines {
  /** @param line without a line feed. @throws DomainError `dependency_unavailable`. */
  readonly append: (line: string) => Promise<void>;
  /** In the order of writing. @throws DomainError `dependency_unavailable`. */
  readonly read: () => AsyncIterable<string>;
  /** Removes the lines. */
  readonly close: () => Promise<void>;
}

/** In memory, for platforms without files. */
export const memoryLines = async (): Promise<TemporaryLines> => {
  let lines: string[] = [];
  return {
    append: async (line) => {
      lines.push(line);
    },
    async *read() {
      yield* lines;
    },
    close: async () => {
      lines = [];
    },
  };
};
