/** The size at which an image is displayed, in pixels; both are undefined if it is unknown. */
export interface ImageDimensions {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface MediaFacts extends ImageDimensions {
  /** The detected type, for example `image/png`; undefined if no type was detected. */
  readonly mimeType: string | undefined;
  /** What keeps a file that looks like text from being one. Only without a type. */
  readonly textProblem?: 'not-utf-8' | 'control-characters' | undefined;
}

/** Detects the type of a file from its bytes. The core decides whether the type is allowed. */
export interface MediaInspector {
  /**
   * @param head the first `inspectedBytes` bytes, or all if there are fewer; see `core/media/media-type.ts`.
   * @param name of the file, used only to distinguish types of text and of old office files.
   * @returns the size only if `head` is all that decides it.
   * @throws DomainError `dependency_unavailable`, before the deadline of the core, if it needs something that does not
   *   answer.
   */
  inspect(head: Uint8Array, name: string): Promise<MediaFacts>;

  /**
   * Measures an image whose size is behind its first bytes: behind metadata, or at the end of the file. Reads `bytes`
   * only as far as it must, and holds a bounded part of them in memory. Never throws, except like
   * `inspect`, and what `bytes` throws.
   *
   * @param bytes the whole file.
   * @param mimeType what `inspect` has found.
   */
  measure(bytes: AsyncIterable<Uint8Array>, mimeType: string): Promise<ImageDimensions>;
}
