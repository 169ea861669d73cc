import type { ClientRequest, ServerResponse } from 'node:http';

/** Names and values, by turns, as `writeHead` takes them. Values that differ for each response are missing. */
export type AnswerHead = readonly string[];

/** The values that differ for each response, by name. */
export type OwnValues = Readonly<Record<string, string | number | undefined>>;

const ownNames = /^(?:x-request-id|x-cache-\w+|x-response-time|content-length)$/i;

/** Names that a response without a body does not have. */
const contentNames = /^content-(?:type|length|encoding)$/i;

/** Node has it for every message; its types, only for requests that it sends. */
type RawNames = ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;

/** @param response that is about to be sent. */
export const headOf = (response: ServerResponse): AnswerHead =>
  (response as RawNames)
    .getRawHeaderNames()
    // It belongs to the connection.
    .filter((name) => name.toLowerCase() !== 'connection')
    .flatMap((name) => [name, ownNames.test(name) ? '' : String(response.getHeader(name))]);

/** The head for 304. */
export const withoutContent = (head: AnswerHead): AnswerHead =>
  head.flatMap((name, at) =>
    at % 2 === 0 && !contentNames.test(name) ? [name, head[at + 1] ?? ''] : [],
  );

/** @param own by names in the spelling of the head. */
export const filled = (head: AnswerHead, own: OwnValues): string[] =>
  head.map((value, at) =>
    value === '' && at % 2 === 1 ? String(own[head[at - 1] ?? ''] ?? '') : value,
  );
