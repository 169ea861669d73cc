import { httpClient, type Answer, type RequestOptions } from '../http/http-client.ts';
import { cookieJar, type CookieJar } from '../openid/cookie-jar.ts';
import { secretLog, type Secrets } from './secret-log.ts';

/** A browser or program at a service, which notes the secrets that it sees. */
export interface Visitor {
  readonly jar: CookieJar;
  /** Sends the cookies of the jar, and its CSRF token. */
  readonly open: (path: string, options?: RequestOptions) => Promise<Answer>;
  readonly post: (path: string, json?: unknown, method?: string) => Promise<Answer>;
}

export interface Visitors {
  readonly secrets: Secrets;
  /** A new browser with an address of its own, so that no limit counts it with others. */
  readonly visitor: (name: string) => Visitor;
  /** All bodies of responses that contain an error, and all `Location` headers. */
  readonly told: readonly string[];
}

const secretCookies = /^(?:auth_token|trusted_browser|login_challenge|csrf_token|oidc_)/;

/**
 * @param url of the service, which trusts one proxy.
 * @param look called after each answer, before the next request.
 */
export const visitorsOf = (url: string, look: () => Promise<void>): Visitors => {
  const { request } = httpClient(url);
  const secrets = secretLog();
  const told: string[] = [];
  let addresses = 0;
  const visitor = (name: string): Visitor => {
    const jar = cookieJar();
    const from = `198.51.100.${(addresses += 1)}`;
    const open: Visitor['open'] = async (path, { headers, ...options } = {}) => {
      const csrf = jar.value('csrf_token');
      const answer = await request(path, {
        ...options,
        headers: {
          'X-Forwarded-For': from,
          ...jar.header(path.split('?', 1)[0] ?? ''),
          ...(csrf !== undefined && { 'X-CSRF-Token': csrf }),
          // An answer that is stored for a retry would contain secrets.
          'Idempotency-Key': `key-${from}-${told.length}`,
          ...headers,
        },
      });
      jar.take(answer.headers);
      await look();
      for (const cookie of jar.names().filter((each) => secretCookies.test(each))) {
        secrets.add(`${cookie} of ${name}`, jar.value(cookie) ?? '');
      }
      told.push(answer.headers.get('location') ?? '');
      if (answer.status >= 400) {
        const { challenge, ...rest } = answer.json() as { readonly challenge?: string };
        if (challenge !== undefined) secrets.add(`challenge of ${name} ${told.length}`, challenge);
        told.push(JSON.stringify(rest));
      }
      return answer;
    };
    return {
      jar,
      open,
      post: (path, json, method = 'POST') =>
        open(path, { method, ...(json !== undefined && { json }) }),
    };
  };
  return { secrets, visitor, told };
};
