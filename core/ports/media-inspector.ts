export interface MediaFacts {
  /** What the bytes say, for example `image/png`; undefined when they tell nothing. */
  readonly mimeType: string | undefined;
  /** Pixels, for images whose format tells. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** Reads a file's type from its bytes. Whether the type may be stored is the core's decision. */
export interface MediaInspector {
  /**
   * @param head the first bytes: all of them, or `inspectedBytes` (see `core/media/media-type.ts`).
   * @param name the file's own name, used only to tell kinds of text and of old office files apart.
   */
  inspect(head: Uint8Array, name: string): Promise<MediaFacts>;
}
