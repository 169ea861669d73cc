/** Letters without marks: “Æon café” has none of é. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** A name for paths from a display name: “Field notes” becomes `field-notes`. Empty if nothing is left. */
export const collectionNameFrom = (displayName: string): string =>
  plain(displayName)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 64)
    .replace(/-$/, '');

/** A key for a field from its label: “Reading time” becomes `readingTime`. Empty if nothing is left. */
export const fieldKeyFrom = (label: string): string => {
  const words = plain(label)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    );
  return words
    .join('')
    .replace(/^\p{N}+/u, '')
    .slice(0, 64);
};
