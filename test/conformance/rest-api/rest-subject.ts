/** An HTTP request as plain data, for any HTTP client. */
export interface RestRequest {
  readonly method: string;
  /** Path and query, relative to the base URL: `/api/content?limit=7`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array;
  /** Sent as `multipart/form-data`, in this order. */
  readonly parts?: readonly RestPart[];
}

export type RestPart =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string;
      readonly filename: string;
      readonly contentType: string;
      readonly bytes: Uint8Array;
    };

export interface RestResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly bytes: Uint8Array;
  /** The body as UTF-8 text. */
  readonly text: string;
}

/** A new service: without accounts and content, with the two initial collections. */
export interface RestSubject {
  /** Sends one request. Does not follow redirects. */
  readonly send: (request: RestRequest) => Promise<RestResponse>;
  /**
   * Headers that make requests come from a new client, because rate limits count clients. For a service behind
   * one trusted proxy: an `X-Forwarded-For` with an unused address.
   */
  readonly newClient: () => Readonly<Record<string, string>>;
}
