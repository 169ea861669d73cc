/** A POST to the receiver of a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in UTF-8; empty for none. */
  readonly body: string;
  /** For everything, from the look-up of the name to the end of the response. */
  readonly timeoutMs: number;
  /** How much of the body of the response to return, in bytes. The rest is not read. */
  readonly responseMaxBytes: number;
}

export type WebhookResponse =
  | {
      readonly status: number;
      readonly body: string;
      /** How long the receiver asks to wait, by the header `Retry-After`. Not negative; absent without one. */
      readonly retryAfterMs?: number | undefined;
    }
  /** There was no response. The sentence for people has no secret, and no part of the path of the URL. */
  | { readonly failure: string };

/**
 * Sends the requests of webhooks. The addresses come from administrators, so it never connects to an address that is not
 * public, unless the operator has allowed it: not for any form of an address, nor by a name, whatever the name resolves to
 * and when. It follows no redirect and uses no proxy.
 */
export interface WebhookSender {
  /** Never throws. */
  send(request: WebhookRequest): Promise<WebhookResponse>;

  /**
   * Why no request ever goes to an address, for people, as far as its host says so without a look-up: `localhost`, or an
   * address that is not public. Undefined if requests may go there.
   */
  refusalOf(url: string): string | undefined;
}

/** The cryptography of the Standard Webhooks specification. */
export interface WebhookSigner {
  /** 32 random bytes in base64. */
  newKey(): string;

  /** HMAC-SHA-256 of the UTF-8 text, in base64. @param key in base64. */
  sign(key: string, text: string): Promise<string>;
}
