/** The text form of RFC 9562, any version. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @returns the UUID in lower case, as ids are stored; undefined for any other text. */
export const readUuid = (text: string): string | undefined =>
  uuid.test(text) ? text.toLowerCase() : undefined;

/** The nil UUID, which is never assigned. */
export const noId = '00000000-0000-0000-0000-000000000000';
