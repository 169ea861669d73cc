export interface GcsDeadlines {
  /** In milliseconds, for a question that moves no bytes, repetitions included. */
  readonly metadataMs: number;
  /** In milliseconds, for the next bytes to come or to go. */
  readonly progressMs: number;
}

export interface GcsOptions {
  readonly bucket: string;
  /**
   * The address of an emulator. All requests go there and no credentials are looked for. Without it,
   * requests go to Google with the application default credentials.
   */
  readonly endpoint?: string | undefined;
  readonly deadlines?: Partial<GcsDeadlines>;
}
