export interface Matcher {
  /** Whether the text matches. Runs in time linear to the text. */
  (text: string): boolean;
  /**
   * What a character may cost: the single-character steps that the pattern stands for, at least 1.
   * Untold, it is taken for as much as counts.
   */
  readonly steps?: number;
}

export interface PatternCompiler {
  /**
   * Compiles a regular expression that an administrator wrote; it matches anywhere in a text, as
   * JSON Schema has it.
   *
   * @returns undefined for one that is malformed or cannot run in linear time.
   */
  compile(pattern: string): Matcher | undefined;
}
