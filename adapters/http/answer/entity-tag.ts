import { hash } from 'node:crypto';

/** About 128 bits, which rule out accidental collisions; a forged tag gains nothing. */
const digestLength = 22;

/** A strong entity tag (RFC 9110, section 8.8.3) of an item or a collection. @param text the whole of it as JSON. */
export const itemTag = (version: number, text: string): string =>
  `"${version}-${digestOf(`${version} ${text}`)}"`;

/** A strong one of a working copy. @param text the whole copy as JSON. */
export const copyTag = (version: string, text: string): string =>
  `"copy-${digestOf(`${version} ${text}`)}"`;

/** A strong one of a list that has no version. @param text the whole list as JSON. */
export const listTag = (text: string): string => `"list-${digestOf(text)}"`;

/** A weak one, for answers that differ in what belongs to each request. */
export const weakTag = (parts: readonly string[]): string =>
  `W/"${digestOf(JSON.stringify(parts))}"`;

export const digestOf = (content: string | Uint8Array): string =>
  hash('sha256', content, 'base64url').slice(0, digestLength);

interface EntityTag {
  readonly isWeak: boolean;
  /** Without quotes. */
  readonly opaque: string;
}

const parseTags = (field: string): readonly EntityTag[] =>
  [...field.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, opaque = '']) => ({
    isWeak: weak !== undefined,
    opaque,
  }));

const isAny = (field: string): boolean => field.trim() === '*';

/** Whether an `If-None-Match` contains `tag`, by the weak comparison of RFC 9110, section 8.8.3.2. */
export const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  const [current] = parseTags(tag);
  return (
    isAny(ifNoneMatch) || parseTags(ifNoneMatch).some(({ opaque }) => opaque === current?.opaque)
  );
};

/**
 * Whether an `If-Match` accepts a strong tag, by the strong comparison of RFC 9110, section 8.8.3.2; undefined
 * if it accepts every tag.
 */
export const expectedTag = (
  ifMatch: string | undefined,
): ((tag: string) => boolean) | undefined => {
  if (ifMatch === undefined || isAny(ifMatch)) return undefined;
  const strong = parseTags(ifMatch).filter(({ isWeak }) => !isWeak);
  const accepted = new Set(strong.map(({ opaque }) => `"${opaque}"`));
  return (tag) => accepted.has(tag);
};

/** The highest version that an `If-Match` names in tags of {@link itemTag}; undefined without one. */
export const newestVersion = (ifMatch: string | undefined): number | undefined => {
  if (ifMatch === undefined || isAny(ifMatch)) return undefined;
  const versions = parseTags(ifMatch).flatMap(({ isWeak, opaque }) => {
    const [, version] = /^(\d{1,10})-/.exec(opaque) ?? [];
    return isWeak || version === undefined ? [] : [Number(version)];
  });
  return versions.length === 0 ? undefined : Math.max(...versions);
};
