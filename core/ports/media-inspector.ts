export interface MediaFacts {
  /** The detected type, for example `image/png`; undefined if no type was detected. */
  readonly mimeType: string | undefined;
  /** What keeps a file that looks like text from being one. Only without a type. */
  readonly textProblem?: 'not-utf-8' | 'control-characters' | undefined;
  /** Pixels, for images whose format contains the size. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** Detects the type of a file from its bytes. The core decides whether the type is allowed. */
export interface MediaInspector {
  /**
   * @param head the first `inspectedBytes` bytes, or all if there are fewer; see `core/media/media-type.ts`.
   * @param name of the file, used only to distinguish types of text and of old office files.
   */
  inspect(head: Uint8Array, name: string): Promise<MediaFacts>;
}
