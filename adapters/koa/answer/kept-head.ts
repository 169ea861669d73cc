import type { ClientRequest, ServerResponse } from 'node:http';

const currentNames = [
  'X-Request-Id',
  'X-Cache-Status',
  'X-Cache-Source',
  'X-Cache-TTL',
  'X-Response-Time',
  'Content-Length',
] as const;

/** The values that differ for each response, by name. */
export type Current = Readonly<Partial<Record<string, string>>>;

/** The header of a response that is about to be sent, without the values of {@link currentNames}. */
export const headOf = (response: RawNames): readonly string[] =>
  response.getRawHeaderNames().flatMap((name) => {
    if (/^(?:connection|content-encoding)$/i.test(name)) return [];
    const value = response.getHeader(name);
    return [name, isCurrentName(name) ? '' : String(value)];
  });

/** Node has it for every message; its types, only for requests that it sends. */
export type RawNames = ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;

const isCurrentName = (name: string): boolean => (currentNames as readonly string[]).includes(name);

/** The head of a response without a body. */
export const withoutContent = (head: readonly string[]): readonly string[] =>
  head.flatMap((name, at) =>
    at % 2 === 0 && !/^Content-(?:Type|Length)$/.test(name) ? [name, head[at + 1] ?? ''] : [],
  );

/** A copy with the values that differ for each response. */
export const filled = (head: readonly string[], current: Current): string[] => {
  const copy = [...head];
  for (let at = 0; at < copy.length; at += 2) {
    if (copy[at + 1] === '') copy[at + 1] = current[copy[at] ?? ''] ?? '';
  }
  return copy;
};
