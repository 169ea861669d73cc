import { ConfigError, type Config } from '../config.ts';
import type { PortFactories } from './port-factories.ts';

/** @throws ConfigError when the environment and the ports of the configuration file contradict each other. */
export const assertPortsFit = (config: Config, ports: PortFactories): void => {
  const mistakes = [...findMistakes(config, ports)];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
};

/** Whether the store is the embedded database, which one process can open. */
export const isEmbedded = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { store }: PortFactories,
): boolean => databaseUrl === undefined && store === undefined;

function* findMistakes(config: Config, ports: PortFactories): Generator<string> {
  const { databaseUrl, redis, gcs, s3, smtp, openId, passwordLogin, workers } = config;
  // Not a warning: it would be unclear where the data is.
  if (ports.store && databaseUrl !== undefined) yield bothSet('DATABASE_URL', 'store');
  if (ports.blobs && gcs !== undefined) yield bothSet('GCS_BUCKET', 'blobs');
  if (ports.blobs && s3 !== undefined) yield bothSet('S3_BUCKET', 'blobs');
  if (ports.sharedCache && redis !== undefined) yield bothSet('REDIS_URL', 'sharedCache');
  if (ports.mailer && smtp !== undefined) yield bothSet('SMTP_URL', 'mailer');
  if (ports.identityProvider && openId !== undefined) {
    yield bothSet('OIDC_ISSUER', 'identityProvider');
  }
  if (passwordLogin !== 'all' && openId === undefined && !ports.identityProvider) {
    yield 'PASSWORD_LOGIN must be all without OIDC_ISSUER or ports.identityProvider: there is no other way to sign in';
  }
  if (workers > 1 && isEmbedded(config, ports)) {
    yield 'WORKERS must be 1 without DATABASE_URL or ports.store: only one process can open the embedded database';
  }
  if (workers > 1 && redis === undefined && !ports.sharedCache) {
    yield 'WORKERS must be 1 without REDIS_URL or ports.sharedCache: workers share their cache and their rate limits there';
  }
}

const bothSet = (variable: string, port: string): string =>
  `${variable} is set, but ports.${port} of the configuration file takes its place: remove one of them`;
