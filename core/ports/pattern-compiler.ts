/** Whether a text matches. Runs in time linear to the text. */
export type Matcher = (text: string) => boolean;

export interface PatternCompiler {
  /**
   * Compiles a regular expression that an administrator wrote; it matches anywhere in a text, as
   * JSON Schema has it.
   *
   * @returns undefined for one that is malformed or cannot run in linear time.
   */
  compile(pattern: string): Matcher | undefined;
}
