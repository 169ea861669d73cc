import { Ajv, type ErrorObject } from 'ajv';
import { Type, type Static } from 'typebox';
import { auditVariables, readAudit, type AuditSettings } from './settings/audit.ts';
import {
  configFileVariables,
  readConfigFile,
  type ConfigFileSettings,
} from './settings/config-file.ts';
import { dataMistakes, dataVariables, readData, type DataSettings } from './settings/data.ts';
import { fileMistakes, fileVariables, readFiles, type FileSettings } from './settings/files.ts';
import { httpMistakes, httpVariables, readHttp, type HttpSettings } from './settings/http.ts';
import { mailMistakes, mailVariables, readMail, type MailSettings } from './settings/mail.ts';
import {
  metricsMistakes,
  metricsVariables,
  readMetrics,
  type MetricsSettings,
} from './settings/metrics.ts';
import { readSecretFiles, secretFileVariables } from './settings/secret-files.ts';
import {
  readSecrets,
  secretMistakes,
  secretVariables,
  type SecretSettings,
} from './settings/secrets.ts';
import {
  readSignIn,
  signInMistakes,
  signInVariables,
  type SignInSettings,
} from './settings/sign-in.ts';
import { readTracing, tracingVariables, type TracingSettings } from './settings/tracing.ts';
import {
  readWebhooks,
  webhookMistakes,
  webhookVariables,
  type WebhookSettings,
} from './settings/webhooks.ts';

/** Every environment variable that the service reads. */
export const environmentSchema = Type.Object({
  ...httpVariables,
  ...dataVariables,
  ...fileVariables,
  ...secretVariables,
  ...secretFileVariables,
  ...auditVariables,
  ...metricsVariables,
  ...tracingVariables,
  ...webhookVariables,
  ...mailVariables,
  ...signInVariables,
  ...configFileVariables,
});

type Environment = Static<typeof environmentSchema>;

/** The configuration of the service, parsed. */
export interface Config
  extends
    HttpSettings,
    DataSettings,
    FileSettings,
    SecretSettings,
    AuditSettings,
    MetricsSettings,
    TracingSettings,
    WebhookSettings,
    MailSettings,
    SignInSettings,
    ConfigFileSettings {}

/** The configuration has mistakes. Lists all of them, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

const ajv = new Ajv({
  coerceTypes: true,
  useDefaults: true,
  allErrors: true,
  // A test checks the schema. Checking it here too, and optimizing the validator, would add 0.05 s to
  // every start.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
const validate = ajv.compile<Environment>(environmentSchema);

/**
 * The password for commands that sign in or create an account without a terminal.
 *
 * @throws ConfigError for a file that cannot be read.
 */
export const readPasswordVariable = (
  given: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined => {
  const name = 'QUOIN_PASSWORD';
  const { env, mistakes } = readSecretFiles(given, [name]);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return env[name] || undefined;
};

/** In base32, of at least 80 bits. */
const totpSecret = /^[A-Z2-7]{16,}$/;

/**
 * The key from which commands that sign in make codes, as it was shown when the second factor was set up. White space, padding and
 * small letters do not count.
 *
 * @throws ConfigError for a file that cannot be read, and for another form.
 */
export const readTotpSecretVariable = (
  given: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined => {
  const name = 'QUOIN_TOTP_SECRET';
  const { env, mistakes } = readSecretFiles(given, [name]);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const secret = (env[name] ?? '').replace(/[\s=-]/g, '').toUpperCase();
  if (secret === '' || totpSecret.test(secret)) return secret || undefined;
  throw new ConfigError([
    `${name} must be the secret in base32 that was shown when the second factor was set up`,
  ]);
};

/** Whether npm or npx started this process or its parent. */
export const isRunByNpm = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean => env['npm_lifecycle_event'] !== undefined;

/**
 * Reads the environment. An empty variable counts as unset.
 *
 * @throws ConfigError naming every mistake at once.
 */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const { env, mistakes: ofFiles } = readSecretFiles(environment);
  const names = Object.keys(environmentSchema.properties);
  const given = names.flatMap((name) =>
    env[name] ? [[name, valueOf(name, env[name])] as const] : [],
  );
  const unreadable = validate(Object.fromEntries(given)) ? [] : (validate.errors ?? []);
  const mistakes = [...ofFiles, ...unreadable.map((error) => describe(error, env))];
  // Checks the rest as if the variables with mistakes were not set.
  const reported = new Set(unreadable.map(({ instancePath }) => instancePath.slice(1)));
  const values: unknown = Object.fromEntries(given.filter(([name]) => !reported.has(name)));
  if (validate(values)) mistakes.push(...findMistakes(values));
  if (mistakes.length > 0 || !validate(values)) throw new ConfigError(mistakes);
  return toConfig(values);
};

/** Rejects texts that the validator would accept as numbers: spaces, hexadecimal numbers, exponents. */
const valueOf = (name: string, text: string): unknown => {
  const schema: object = environmentSchema.properties[name as keyof Environment];
  const isNumber = 'type' in schema && schema.type === 'integer';
  return isNumber && !/^-?\d+$/.test(text) ? Number.NaN : text;
};

const describe = (
  { instancePath, message, params }: ErrorObject,
  env: Readonly<Record<string, string | undefined>>,
): string => {
  const name = instancePath.slice(1);
  const { allowedValues } = params;
  const end = Array.isArray(allowedValues)
    ? `: ${allowedValues.join(', ')}`
    : `, not ${JSON.stringify(env[name])}`;
  return `${name} ${message ?? 'is not valid'}${end}`;
};

function* findMistakes(env: Environment): Generator<string> {
  yield* httpMistakes(env);
  yield* dataMistakes(env);
  yield* fileMistakes(env);
  yield* metricsMistakes(env);
  yield* secretMistakes(env, env.DATABASE_URL !== undefined);
  yield* webhookMistakes(env);
  yield* mailMistakes(env);
  yield* signInMistakes(env);
}

const toConfig = (env: Environment): Config => {
  const http = readHttp(env);
  return {
    ...http,
    ...readData(env),
    ...readFiles(env, http.publicUrl),
    ...readSecrets(env),
    ...readAudit(env),
    ...readMetrics(env),
    ...readTracing(env),
    ...readWebhooks(env),
    ...readMail(env),
    ...readSignIn(env),
    ...readConfigFile(env),
  };
};
