/** Placeholder origin, used to resolve relative URLs. */
const thisOrigin = 'http://here.invalid';

/** Returns `path` if a browser resolves it to this site, else `fallback`: prevents open redirects. */
export const localPath = (path: string | undefined, fallback: string): string => {
  const url = path?.startsWith('/') ? URL.parse(path, thisOrigin) : null;
  // Resolving dot segments can leave a path such as `//evil.example`.
  if (url?.origin !== thisOrigin || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
};
