import { createHmac } from 'node:crypto';
import { Type, type Static, type TObject } from 'typebox';

export const secretVariables = {
  JWT_SECRET: Type.Optional(
    Type.String({
      description:
        'The secret that signs session tokens; at least 32 bytes. Required in production and with `DATABASE_URL`; otherwise generated at the first start and stored in `DATA_DIR`.',
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
  /** Undefined to generate one and store it in the data folder. */
  readonly jwtSecret: string | undefined;
  readonly legacyPasswordSalt: string;
}

const secretMinBytes = 32;

export function* secretMistakes(
  { JWT_SECRET, NODE_ENV }: SecretEnvironment,
  hasDatabaseServer: boolean,
): Generator<string> {
  if (JWT_SECRET !== undefined && Buffer.byteLength(JWT_SECRET) < secretMinBytes) {
    yield `JWT_SECRET must have at least ${secretMinBytes} bytes`;
  }
  if (JWT_SECRET !== undefined && NODE_ENV === 'production' && isRepetition(JWT_SECRET)) {
    yield 'JWT_SECRET must be random: openssl rand -hex 32 creates one';
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
  jwtSecret: env.JWT_SECRET,
  legacyPasswordSalt: env.LEGACY_PASSWORD_SALT,
});

/** Derives a key for one purpose: a leak of it does not weaken the others. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex');
