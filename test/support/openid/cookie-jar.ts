/** The cookies of one browser, for one service. Paths of cookies are respected. */
export interface CookieJar {
  /** Stores what an answer sets. */
  readonly take: (headers: Headers) => void;
  /** The header for a request to this path. */
  readonly header: (path: string) => { readonly Cookie?: string };
  readonly value: (name: string) => string | undefined;
  readonly names: () => readonly string[];
}

export const cookieJar = (): CookieJar => {
  const cookies = new Map<string, { readonly value: string; readonly path: string }>();
  return {
    take: (headers) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const [, path = '/'] = /; Path=([^;]+)/.exec(line) ?? [];
        if (/; Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
        else cookies.set(name, { value, path });
      }
    },
    header: (path) => {
      const sent = [...cookies].filter(
        ([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')),
      );
      const Cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
      return Cookie === '' ? {} : { Cookie };
    },
    value: (name) => cookies.get(name)?.value,
    names: () => [...cookies.keys()],
  };
};
