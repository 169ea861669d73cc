/** Stands in for this service: relative to it, an address of another site is told apart. */
const here = 'http://here.invalid';

/**
 * The path to go on to, if `wish` is one of this site.
 *
 * @returns `fallback` for anything that a browser would take for an address of another site.
 */
export const localPath = (wish: string | undefined, fallback: string): string => {
  const url = wish?.startsWith('/') ? URL.parse(wish, here) : null;
  // Dot segments are gone by now, and what they hid may begin like an address of another site.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
};
