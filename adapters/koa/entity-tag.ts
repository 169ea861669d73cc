import { hash } from 'node:crypto';

/** 96 bits: no two texts of one version meet by chance. */
const digestLength = 16;

/**
 * A strong entity tag (RFC 9110, section 8.8.3) for a version and what it shows. Versions count from
 * the start again when an item is deleted and imported, and go back with a database that is restored;
 * the digest tells those apart.
 */
export const versionTag = (version: number, text: string): string =>
  `"${version}-${hash('sha256', text, 'base64url').slice(0, digestLength)}"`;

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
 * Whether an `If-Match` holds for a tag; undefined when it holds for all of them. Tags are compared
 * strongly (RFC 9110, section 8.8.3.2): a weak one equals none.
 */
export const strongMatch = (
  ifMatch: string | undefined,
): ((tag: string) => boolean) | undefined => {
  if (ifMatch === undefined || isAny(ifMatch)) return undefined;
  const tags = parseTags(ifMatch).flatMap(({ isWeak, opaque }) => (isWeak ? [] : [`"${opaque}"`]));
  return (tag) => tags.includes(tag);
};
