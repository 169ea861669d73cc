/** A request as plain data, so that any HTTP client can send it. */
export interface RestRequest {
  readonly method: string;
  /** With its query, below the base URL: `/api/content?limit=7`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
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

/** A service that was just set up: no accounts, no content, the two starter collections. */
export interface RestSubject {
  /** Sends one request; redirects are not followed. */
  readonly send: (request: RestRequest) => Promise<RestResponse>;
  /**
   * Headers that make the next requests come from a client of their own, since some limits count
   * clients. Behind one trusted proxy that is a fresh `X-Forwarded-For`.
   */
  readonly newClient: () => Readonly<Record<string, string>>;
}
