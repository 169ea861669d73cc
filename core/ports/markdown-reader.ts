/** A part of a Markdown text. */
export interface MarkdownPart {
  /**
   * - `text` is shown, without the signs of Markdown;
   * - `code` is shown with all its signs;
   * - `html` is a tag, a comment or a block of HTML, as it is written;
   * - `address` is where a link or an image leads, also one with its address elsewhere in the text;
   * - `space` separates what is before it from what follows. It has no text.
   */
  readonly kind: 'text' | 'code' | 'html' | 'address' | 'space';
  readonly text: string;
}

/** Reads Markdown. The core decides how much of a text is read, and what of it counts. */
export interface MarkdownReader {
  /**
   * The parts of a text, in their order: CommonMark, with tables and strikethrough. Never throws, whatever the text is,
   * and takes time in proportion to its length.
   */
  read(markdown: string): readonly MarkdownPart[];
}
