/** A plain text for one recipient. */
export interface MailMessage {
  /** The same for each repetition, and for no other message: receivers can recognise a repetition by it. */
  readonly id: string;
  /** An address by the rules for the addresses of accounts. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  /** Lines end with `\n`. */
  readonly text: string;
}

/** The reasons are sentences for administrators: without the address, the subject and the text, and without secrets. */
export type MailOutcome =
  /** The mail server has taken it. */
  | { readonly kind: 'sent' }
  /** A repetition would be refused, too. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A repetition may succeed. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends mail. */
export interface Mailer {
  /**
   * Sends a message, or says why not. It ends within a minute, and then sends nothing any more. Never throws.
   */
  send(message: MailMessage): Promise<MailOutcome>;
}
