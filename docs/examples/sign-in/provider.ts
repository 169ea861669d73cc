import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider, type AccountClaims } from 'oidc-provider';

/** The people whom the provider knows, by their subject. */
export type People = Readonly<Record<string, Omit<AccountClaims, 'sub'>>>;

export interface ProviderOptions {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** `PUBLIC_URL/auth/oidc/callback` of the service. */
  readonly redirectUri: string;
  readonly people: People;
  /** Whether ID tokens contain all claims. Otherwise they are in userinfo only, as OpenID Connect prefers it. */
  readonly hasClaimsInIdToken?: boolean;
}

/**
 * An OpenID Connect provider on this machine, without passwords: whoever opens it chooses who to be. Only for trying things
 * out: everything is in memory, and the keys that sign are public.
 */
export const startProvider = async ({
  port,
  clientId,
  clientSecret,
  redirectUri,
  people,
  hasClaimsInIdToken = false,
}: ProviderOptions): Promise<{ readonly issuer: string; readonly server: Server }> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const issuer = `http://localhost:${typeof address === 'object' ? address?.port : port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    conformIdTokenClaims: !hasClaimsInIdToken,
    findAccount: (_, sub) => {
      const claims = people[sub];
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // Nobody is asked for a consent: service and provider belong to the same people.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['only for trying things out'] },
    // Asks again soon, so that one can be somebody else.
    ttl: { Session: 10, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    interact(provider, people, request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(400).end('This sign-in has ended. Begin again.');
    });
  });
  return { issuer, server };
};

/** The page where one chooses who to be, and the answer to it: `?as=<subject>`, or nobody. */
const interact = async (
  provider: Provider,
  people: People,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  await provider.interactionDetails(request, response);
  const chosen = new URL(request.url ?? '', 'http://localhost').searchParams.get('as');
  if (chosen === null) {
    const links = Object.entries(people).map(
      ([sub, { email }]) => `<li><a href="?as=${sub}">${sub}, ${String(email)}</a></li>`,
    );
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Provider</title><h1>Who are you?</h1>
      <ul>${links.join('')}</ul><p><a href="?as=">Nobody: go back</a></p>`,
    );
    return;
  }
  const result = Object.hasOwn(people, chosen)
    ? { login: { accountId: chosen } }
    : { error: 'access_denied', error_description: 'Cancelled' };
  await provider.interactionFinished(request, response, result);
};
