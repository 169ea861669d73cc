/** A strong entity tag (RFC 9110, section 8.8.3) for an item's version number. */
export const versionTag = (version: number): string => `"${version}"`;

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
 * The versions that an `If-Match` accepts, by the strong comparison of RFC 9110, section 8.8.3.2;
 * undefined if it accepts every version. Skips weak tags and tags that {@link versionTag} cannot have made.
 */
export const expectedVersions = (ifMatch: string | undefined): readonly number[] | undefined => {
  if (ifMatch === undefined || isAny(ifMatch)) return undefined;
  return parseTags(ifMatch).flatMap(({ isWeak, opaque }) =>
    !isWeak && /^[1-9]\d{0,14}$/.test(opaque) ? [Number(opaque)] : [],
  );
};
