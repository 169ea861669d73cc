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
  /** The path of a credentials file, in place of the application default credentials. */
  readonly credentialsFile?: string | undefined;
  /** The folder of all objects in the bucket, in the form of a key; without it, their names are the keys. */
  readonly prefix?: string | undefined;
  readonly deadlines?: Partial<GcsDeadlines>;
}
