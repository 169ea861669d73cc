export interface Matcher {
  /** Whether the text matches. Runs in linear time. */
  (text: string): boolean;
  /**
   * Upper bound of matching steps per input character, at least 1. Defaults to the cost of an unbounded
   * pattern.
   */
  readonly steps?: number;
}

export interface PatternCompiler {
  /**
   * Compiles a regular expression of an administrator. It matches anywhere in a text, as in JSON Schema.
   *
   * @returns undefined for an invalid pattern, or one that cannot run in linear time.
   */
  compile(pattern: string): Matcher | undefined;
}
