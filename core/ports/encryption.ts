/** Encrypts texts that are stored, with a key of the service. */
export interface Encryption {
  /** Of the same text, another result each time. */
  encrypt(text: string): Promise<string>;

  /** @returns undefined for what no key of the service has encrypted, or what was changed since. */
  decrypt(encrypted: string): Promise<string | undefined>;
}
