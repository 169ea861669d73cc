/** A strong entity tag (RFC 9110, section 8.8.3) for a version that counts up. */
export const versionTag = (version: number): string => `"${version}"`;

interface EntityTag {
  readonly isWeak: boolean;
  /** Without its quotes. */
  readonly opaque: string;
}

const parseTags = (field: string): readonly EntityTag[] =>
  [...field.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, opaque = '']) => ({
    isWeak: weak !== undefined,
    opaque,
  }));

const isAny = (field: string): boolean => field.trim() === '*';

/** Whether an `If-None-Match` names `tag`: the weak comparison of RFC 9110, section 8.8.3.2. */
export const namesTag = (ifNoneMatch: string, tag: string): boolean => {
  const [current] = parseTags(tag);
  return (
    isAny(ifNoneMatch) || parseTags(ifNoneMatch).some(({ opaque }) => opaque === current?.opaque)
  );
};

/**
 * The versions that an `If-Match` holds for; undefined for all of them. Tags are compared strongly
 * (RFC 9110, section 8.8.3.2): a weak one, or one that {@link versionTag} never made, names none.
 */
export const expectedVersions = (ifMatch: string | undefined): readonly number[] | undefined => {
  if (ifMatch === undefined || isAny(ifMatch)) return undefined;
  return parseTags(ifMatch).flatMap(({ isWeak, opaque }) =>
    !isWeak && /^[1-9]\d{0,14}$/.test(opaque) ? [Number(opaque)] : [],
  );
};
