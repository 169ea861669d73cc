export interface Digest {
  /** SHA-256 of the UTF-8 text in lower-case hex; for looking secrets up, not for passwords. */
  sha256(text: string): Promise<string>;
}
