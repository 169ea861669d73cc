/**
 * A `Content-Disposition` with a file name (RFC 6266). The name is written twice: in UTF-8
 * (RFC 8187), and for readers that do not know that form in what ASCII has for it. Neither can end
 * its value or the header.
 */
export const contentDisposition = (type: 'attachment' | 'inline', filename: string): string =>
  `${type}; filename="${asciiName(filename)}"; filename*=UTF-8''${encodeName(filename)}`;

/** Some readers decode percent signs even here. */
const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');

/** What `encodeURIComponent` leaves as it is, but `attr-char` of RFC 8187 does not allow. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
