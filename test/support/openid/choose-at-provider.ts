import { cookieJar } from './cookie-jar.ts';

/**
 * What a browser does at the provider of `docs/examples/sign-in`, from the URL on to which the service sends it.
 *
 * @param subject who the person chooses to be; empty for nobody.
 * @returns the URL of the service to which the provider sends the browser back.
 */
export const chooseAtProvider = async (url: string, subject: string): Promise<URL> => {
  const jar = cookieJar();
  const { origin } = new URL(url);
  let next = new URL(url);
  for (let step = 0; step < 10 && next.origin === origin; step += 1) {
    if (next.pathname.startsWith('/interaction/')) next.searchParams.set('as', subject);
    const headers = jar.header(next.pathname);
    const answer = await fetch(next, { redirect: 'manual', headers });
    jar.take(answer.headers);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
    next = new URL(location, next);
  }
  return next;
};
