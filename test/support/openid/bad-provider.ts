import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';

type Endpoint = 'metadata' | 'token' | 'keys' | 'userinfo';

/** An answer instead of the right one; `hang` never answers. */
type Fault = 'hang' | { readonly status: number; readonly body?: unknown };

export interface BadProvider extends AsyncDisposable {
  readonly issuer: string;
  /** What is said instead of the right thing, from now on. Undefined members are left out. */
  readonly wrong: {
    metadata: Readonly<Record<string, unknown>>;
    claims: JWTPayload;
    header: Readonly<Record<string, unknown>>;
    userinfo: Readonly<Record<string, unknown>>;
    /** Replaces the whole ID token. */
    idToken: ((claims: JWTPayload, right: string) => string | Promise<string>) | undefined;
    readonly faults: Partial<Record<Endpoint, Fault>>;
  };
  /** The endpoints that were asked, in their order. */
  readonly asked: Endpoint[];
  /** Signs with a new key from now on, and publishes only that. */
  readonly rotate: (algorithm?: string) => Promise<void>;
  /** The person agrees. @returns the query with which the browser goes back. */
  readonly agree: (url: string) => Readonly<Record<string, string>>;
}

const client = { id: 'quoin', secret: 'a client secret: with +&% and ü' };
export const badClient = { clientId: client.id, clientSecret: client.secret };

/** A provider that does everything right, unless a test tells it otherwise. */
export const badProvider = async (): Promise<BadProvider> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begun = new Map<string, URLSearchParams>();
  let key: { readonly secret: CryptoKey; readonly jwk: JWK; readonly algorithm: string };
  const rotate = async (algorithm = 'RS256'): Promise<void> => {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const kid = `key ${Math.random()}`;
    key = { secret: privateKey, jwk: { ...(await exportJWK(publicKey)), kid }, algorithm };
  };
  await rotate();

  const provider: BadProvider = {
    issuer,
    wrong: { metadata: {}, claims: {}, header: {}, userinfo: {}, idToken: undefined, faults: {} },
    asked: [],
    rotate,
    agree: (url) => {
      const asked = new URL(url).searchParams;
      const code = `code-${begun.size}`;
      begun.set(code, asked);
      return { code, state: asked.get('state') ?? '', iss: issuer };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const { wrong } = provider;

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'PS256', 'none'],
    authorization_response_iss_parameter_supported: true,
    ...wrong.metadata,
  });

  const token = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request));
    const asked = begun.get(form.get('code') ?? '');
    begun.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      request.headers.authorization === basic() &&
      asked?.get('code_challenge') === challenge &&
      asked.get('redirect_uri') === form.get('redirect_uri');
    if (!isRight) return { status: 400, body: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: client.id,
      sub: 'a subject',
      nonce: asked.get('nonce') ?? '',
      iat: now,
      exp: now + 300,
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Byron',
      ...wrong.claims,
    };
    const right = await new SignJWT(claims)
      .setProtectedHeader({ alg: key.algorithm, kid: key.jwk.kid ?? '', ...wrong.header })
      .sign(key.secret);
    const signed = wrong.idToken === undefined ? right : await wrong.idToken(claims, right);
    return {
      status: 200,
      body: { access_token: 'a secret access token', token_type: 'Bearer', id_token: signed },
    };
  };

  const answers: Readonly<
    Record<Endpoint, (request: IncomingMessage) => Promise<{ status: number; body: unknown }>>
  > = {
    metadata: async () => ({ status: 200, body: metadata() }),
    token,
    keys: async () => ({ status: 200, body: { keys: [key.jwk] } }),
    userinfo: async () => ({ status: 200, body: { sub: 'a subject', ...wrong.userinfo } }),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.slice(1) ?? '';
    const endpoint = (path.startsWith('.well-known') ? 'metadata' : path) as Endpoint;
    provider.asked.push(endpoint);
    const fault = wrong.faults[endpoint];
    if (fault === 'hang') return;
    const { status, body = {} } = fault ?? (await answers[endpoint](request));
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  return provider;
};

/** RFC 6749, section 2.3.1: both parts are encoded like a form. */
const basic = (): string => {
  const encoded = (value: string): string =>
    new URLSearchParams({ value }).toString().slice('value='.length);
  return `Basic ${Buffer.from(`${encoded(client.id)}:${encoded(client.secret)}`).toString('base64')}`;
};
