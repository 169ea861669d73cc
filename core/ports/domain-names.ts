export interface DomainNames {
  /**
   * The ASCII form of an internationalised domain name, as in DNS: `bücher.example` becomes
   * `xn--bcher-kva.example`. All spellings of a name get the same form (Unicode UTS #46, nontransitional).
   *
   * @param name letters, marks and digits of any script, hyphens, dots and joiners.
   * @returns undefined for text that is no domain name.
   */
  toAscii(name: string): string | undefined;
}
