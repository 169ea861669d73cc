import type { IncomingHttpHeaders } from 'node:http';

/** A value of `Content-Encoding`: Brotli (RFC 7932) or gzip (RFC 1952). */
export type ContentCoding = 'br' | 'gzip';

/**
 * Chooses the coding of an answer by the client's `Accept-Encoding` (RFC 9110, section 12.5.3): the one
 * with the highest weight; among equals Brotli, then gzip. Ignores malformed members. If a coding is named
 * twice, its higher weight counts.
 *
 * @returns undefined for an answer without coding: the client prefers that, accepts neither of the two, or
 *   did not send the header.
 */
export const chooseCoding = (acceptEncoding: string | undefined): ContentCoding | undefined => {
  if (acceptEncoding === undefined) return undefined;
  const cached = choices.get(acceptEncoding);
  if (cached !== undefined) return cached === 'identity' ? undefined : cached;
  const coding = choose(acceptEncoding);
  if (acceptEncoding.length <= maxLength) {
    if (choices.size === maxChoices) choices.clear();
    choices.set(acceptEncoding, coding ?? 'identity');
  }
  return coding;
};

/**
 * Like {@link chooseCoding}, but answers to browsers with a session are not compressed: another site could
 * make them send requests, and learn from the length of the answers (BREACH).
 */
export const codingFor = (
  { 'accept-encoding': acceptEncoding }: IncomingHttpHeaders,
  isByCookie: boolean,
): ContentCoding | undefined => (isByCookie ? undefined : chooseCoding(acceptEncoding));

/** By the text of the header. Clients send few different ones, and reading one takes two microseconds. */
const choices = new Map<string, ContentCoding | 'identity'>();
const maxChoices = 64;
const maxLength = 128;

const choose = (acceptEncoding: string): ContentCoding | undefined => {
  const weights = readWeights(acceptEncoding);
  // An `identity` that no member names is acceptable, but never preferred.
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const brotli = weightOf('br');
  const gzip = weightOf('gzip');
  const highest = Math.max(brotli, gzip);
  if (highest === 0 || highest < weightOf('identity')) return undefined;
  return brotli === highest ? 'br' : 'gzip';
};

/** A token, then perhaps a weight (RFC 9110, sections 5.6.2 and 12.4.2). */
const member =
  /^[ \t]*([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?[ \t]*$/i;

/** Codings in lower case, with weights from 0 (not acceptable) to 1. */
const readWeights = (acceptEncoding: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const text of acceptEncoding.split(',')) {
    const [, name, weight = '1'] = member.exec(text) ?? [];
    if (name === undefined) continue;
    const lower = name.toLowerCase();
    // An old name (RFC 9110, section 8.4.1.3).
    const coding = lower === 'x-gzip' ? 'gzip' : lower;
    weights.set(coding, Math.max(weights.get(coding) ?? 0, Number(weight)));
  }
  return weights;
};
