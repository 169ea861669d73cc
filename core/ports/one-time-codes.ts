/** The codes that apps make as a second factor: HOTP (RFC 4226) with SHA-1 and six digits. */
export interface OneTimeCodes {
  /** 160 random bits in base32 (RFC 4648) without padding. */
  newKey(): string;

  /** Six digits. @param key in base32. @param counter an integer, not negative. */
  codeOf(key: string, counter: number): Promise<string>;
}
