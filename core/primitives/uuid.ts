import { invalid } from './errors.ts';

/** The text form of RFC 9562, any version. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @returns the UUID in lower case, as ids are stored; undefined for any other text. */
export const readUuid = (text: string): string | undefined =>
  uuid.test(text) ? text.toLowerCase() : undefined;

/** A UUID that a caller or a record states. @param path for the issue. @throws DomainError `invalid_input`. */
export const parseUuid = (path: string, text: string): string => {
  const id = readUuid(text);
  if (id === undefined) throw invalid('invalid_input', [{ path, message: 'must be a UUID' }]);
  return id;
};

/** A UUID of version 8 with the first bits of a digest. @param hex at least 32 digits. */
export const uuidOfDigest = (hex: string): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const [first, second, third] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16)];
  return `${first}-${second}-8${third}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The nil UUID, which is never assigned. */
export const noId = '00000000-0000-0000-0000-000000000000';
