import { createHmac } from 'node:crypto';
import { Type, type Static, type TObject } from 'typebox';

export const secretVariables = {
  JWT_SECRET: Type.Optional(
    Type.String({
      description:
        'The secret that signs session tokens; at least 32 bytes. Several, one per line: the first signs, and all are accepted, so that [a change](operations.md#changing-secrets) signs nobody out. Required in production and with `DATABASE_URL`; otherwise generated at the first start and stored in `DATA_DIR`.',
    }),
  ),
  LEGACY_PASSWORD_SALT: Type.String({
    default: '',
    description: 'The salt that was appended to passwords in legacy SHA-256 hashes.',
  }),
  NODE_ENV: Type.Optional(
    Type.String({ description: 'With `production`, `JWT_SECRET` is required.' }),
  ),
};

type SecretEnvironment = Static<TObject<typeof secretVariables>>;

export interface SecretSettings {
  /** The first signs, all verify. Undefined to generate one and store it in the data folder. */
  readonly jwtSecrets: readonly string[] | undefined;
  readonly legacyPasswordSalt: string;
}

const secretMinBytes = 32;

export function* secretMistakes(
  { JWT_SECRET, NODE_ENV }: SecretEnvironment,
  hasDatabaseServer: boolean,
): Generator<string> {
  const secrets = secretsOf(JWT_SECRET) ?? [];
  const where = secrets.length > 1 ? ' in each line' : '';
  if (secrets.some((secret) => Buffer.byteLength(secret) < secretMinBytes)) {
    yield `JWT_SECRET must have at least ${secretMinBytes} bytes${where}`;
  }
  if (NODE_ENV === 'production' && secrets.some(isRepetition)) {
    yield `JWT_SECRET must be random${where}: openssl rand -hex 32 creates one`;
  }
  if (NODE_ENV !== undefined && /^prod(?!uction$)/i.test(NODE_ENV)) {
    yield `NODE_ENV must be production to have an effect, not ${NODE_ENV}`;
  }
  if (JWT_SECRET === undefined && (NODE_ENV === 'production' || hasDatabaseServer)) {
    yield `JWT_SECRET must be set in production and with DATABASE_URL: at least ${secretMinBytes} random bytes`;
  }
}

/** Random secrets have more different characters, in any notation. */
const isRepetition = (secret: string): boolean => new Set(secret).size < 5;

export const readSecrets = (env: SecretEnvironment): SecretSettings => ({
  jwtSecrets: secretsOf(env.JWT_SECRET),
  legacyPasswordSalt: env.LEGACY_PASSWORD_SALT,
});

/** A newline at the end is none of a further secret. */
const secretsOf = (text: string | undefined): readonly string[] | undefined =>
  text?.replace(/\r?\n$/, '').split(/\r?\n/);

/** Derives keys for one purpose: a leak of them does not weaken the others. */
export const derivedSecrets = (secrets: readonly string[], purpose: string): readonly string[] =>
  secrets.map((secret) => createHmac('sha256', secret).update(purpose).digest('hex'));
