import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type IDToken,
  type ServerMetadata,
  type UserInfoResponse,
} from 'openid-client';
import type {
  BeginOutcome,
  FinishOutcome,
  FinishRequest,
  IdentityProvider,
  SignInAttempt,
} from '../../core/index.ts';
import { hour, second, type JsonObject } from '../../core/vocabulary.ts';
import { lacksClaims, mergedClaims } from './merged-claims.ts';
import { failureOf, isRefusal } from './openid-failures.ts';

export interface OpenIdOptions {
  /** A URL of https, or of http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** How long a request to the provider may take; 5 seconds by default. A sign-in needs up to four. */
  readonly timeoutMs?: number;
}

// oxlint-disable-next-line typescript/no-deprecated -- only for a provider on this machine
const allowHttp: (configuration: Configuration) => void = allowInsecureRequests;

/** Of ID tokens. Of these, the provider says which it uses. */
const algorithms = ['RS256', 'ES256'];

/** How long the addresses of the provider's endpoints are used. */
const metadataLifetimeMs = hour;

/** How much the clocks of the provider and of this machine may differ, as the library has it for `exp` and `nbf`. */
const clockToleranceS = 30;

/** Reads the configuration of the provider at the first sign-in, and its keys at each. */
export class OpenIdIdentityProvider implements IdentityProvider {
  readonly #options: OpenIdOptions;
  readonly #isInsecure: boolean;
  #metadata: { readonly found: Promise<ServerMetadata>; readonly until: number } | undefined;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.#isInsecure = options.issuer.startsWith('http:');
  }

  async begin({ redirectUri, state, nonce, codeVerifier }: SignInAttempt): Promise<BeginOutcome> {
    try {
      const url = buildAuthorizationUrl(await this.#configuration(), {
        redirect_uri: redirectUri,
        scope: this.#options.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { kind: 'begun', url: url.href };
    } catch (error) {
      return failureOf('The configuration of the provider cannot be used', error);
    }
  }

  async finish({ attempt, parameters, claims: names }: FinishRequest): Promise<FinishOutcome> {
    let step = 'The configuration of the provider cannot be used';
    try {
      const configuration = await this.#configuration();
      step = 'The code of the provider was not exchanged for a valid ID token';
      const { redirectUri, state, nonce, codeVerifier } = attempt;
      const url = new URL(`?${new URLSearchParams(parameters).toString()}`, redirectUri);
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (idToken === undefined || isEarly(idToken)) {
        return { kind: 'failed', reason: `${step}, iat` };
      }
      const { iss: issuer, sub: subject } = idToken;
      step = 'The userinfo of the provider cannot be used';
      const userInfo = await this.#userInfo(configuration, tokens.access_token, idToken, names);
      const claims = mergedClaims(names, jsonOf(idToken), userInfo && jsonOf(userInfo));
      return { kind: 'proven', issuer, subject, claims };
    } catch (error) {
      return isRefusal(error) ? { kind: 'denied' } : failureOf(step, error);
    }
  }

  /** @returns undefined if the ID token contains everything, or if the provider has no userinfo. */
  async #userInfo(
    configuration: Configuration,
    accessToken: string,
    idToken: IDToken,
    names: readonly string[],
  ): Promise<UserInfoResponse | undefined> {
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    return endpoint !== undefined && lacksClaims(jsonOf(idToken), names)
      ? fetchUserInfo(configuration, accessToken, idToken.sub)
      : undefined;
  }

  /** A new one for each call: it caches the keys, and the provider may have others by now. */
  async #configuration(): Promise<Configuration> {
    const { clientId, clientSecret } = this.#options;
    const metadata = await this.#readMetadata();
    const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const configuration = new Configuration(
      {
        ...metadata,
        id_token_signing_alg_values_supported: algorithms.filter((each) =>
          supported.includes(each),
        ),
      },
      clientId,
      {},
      clientAuthOf(metadata)(clientSecret),
    );
    configuration.timeout = this.#timeoutS;
    // By default, the library trusts the connection instead of the signature.
    enableNonRepudiationChecks(configuration);
    if (this.#isInsecure) allowHttp(configuration);
    return configuration;
  }

  #readMetadata(): Promise<ServerMetadata> {
    const now = performance.now();
    if (this.#metadata === undefined || this.#metadata.until <= now) {
      const found = this.#discover();
      const read = { found, until: now + metadataLifetimeMs };
      this.#metadata = read;
      // The next call tries again.
      found.catch(() => {
        if (this.#metadata === read) this.#metadata = undefined;
      });
    }
    return this.#metadata.found;
  }

  async #discover(): Promise<ServerMetadata> {
    const { issuer, clientId } = this.#options;
    const found = await discovery(new URL(issuer), clientId, {}, None(), {
      timeout: this.#timeoutS,
      ...(this.#isInsecure && { execute: [allowHttp] }),
    });
    const metadata = found.serverMetadata();
    // The library makes an exception for a provider of several issuers.
    if (URL.parse(metadata.issuer)?.href !== new URL(issuer).href) {
      throw new TypeError('The provider has another issuer');
    }
    return metadata;
  }

  get #timeoutS(): number {
    return (this.#options.timeoutMs ?? 5 * second) / second;
  }
}

const clientAuthOf = ({
  token_endpoint_auth_methods_supported: methods = ['client_secret_basic'],
}: ServerMetadata): typeof ClientSecretBasic =>
  methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;

/** A token of the future. The library looks at `nbf` only, which few providers send. */
const isEarly = ({ iat }: IDToken): boolean => iat > Date.now() / second + clockToleranceS;

const jsonOf = (claims: IDToken | UserInfoResponse): JsonObject => claims as JsonObject;
