import { isIPv6 } from 'node:net';
import { Type, type Static, type TObject } from 'typebox';
import { hostOf, isThisMachine } from '../../adapters/koa/steps/request-target.ts';
import { optionalHeaders, type OptionalHeader } from '../../adapters/koa/steps/response-headers.ts';
import { logLevels, type LogLevel } from '../../adapters/pino/pino-log.ts';
import { listOf, originOf } from './addresses.ts';

const logFormats = ['json', 'pretty'] as const;
/** `json`: one object per line. `pretty`: short lines for people. */
export type LogFormat = (typeof logFormats)[number];

export const httpVariables = {
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'The address to listen on. `0.0.0.0` opens the service to the network.',
  }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8787,
    description: 'The port to listen on; 0 chooses a free one.',
  }),
  WORKERS: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 1,
    description:
      'The number of worker processes that serve the port, besides the primary that supervises them. More than one requires `DATABASE_URL` and `REDIS_URL`, or [ports](configuration-file.md#ports) that replace them. Each has its own connections: see `DATABASE_POOL_MAX`.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      description:
        'The address at which clients reach the service, without a path. Every absolute URL that the service writes starts with it. Defaults to `http://localhost:PORT`.',
    }),
  ),
  ALLOWED_HOSTS: Type.String({
    default: '',
    description:
      'The hosts for which the service answers, separated by commas, without scheme and port, such as `cms.example.com,10.0.0.5`. The host of `PUBLIC_URL`, `localhost` and loopback addresses are always allowed. Requests for other hosts get [421](errors.md#host_not_allowed), except `GET /api/health`. Without it, every host is allowed, unless `HOST` is `localhost` or a loopback address, as it is by default: then no other hosts are. [security.md](security.md#p20-no-other-name-leads-to-a-local-service) says why.',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    description:
      'The origins whose pages may call the service, separated by commas, such as `https://www.example.com,http://localhost:3000`. Without it, no other origin may. [CORS](rest-api.md#cors) explains when a frontend needs it.',
  }),
  CORS_ALLOW_HEADERS: Type.String({
    default: '',
    description: `The request headers that pages of \`CORS_ORIGINS\` may send besides \`Content-Type\`, \`Authorization\` and \`X-API-Key\`, separated by commas. Allowed are ${optionalHeaders.map((name) => `\`${name}\``).join(', ')}.`,
  }),
  CACHE_TAGS: Type.Unsafe<'true' | 'false'>({
    type: 'string',
    enum: ['true', 'false'],
    default: 'false',
    description:
      'Whether answers with content also have their [tags](rest-api.md#tags) in `Cache-Tag` and `Surrogate-Key`, which content delivery networks read.',
  }),
  TRUST_PROXY: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description:
      'The number of proxies in front of the service. Determines which hop of `X-Forwarded-For` is the client address for rate limits.',
  }),
  LOG_LEVEL: Type.Unsafe<LogLevel>({
    type: 'string',
    enum: logLevels,
    default: 'info',
    description: 'The least severe level that is logged.',
  }),
  LOG_FORMAT: Type.Optional(
    Type.Unsafe<LogFormat>({
      type: 'string',
      enum: logFormats,
      description:
        'The form of the output of the service: `json` writes one object per line, `pretty` writes short lines for people, and shows the paths of requests. Without it, the output is `pretty` on a terminal and `json` elsewhere.',
    }),
  ),
};

type HttpEnvironment = Static<TObject<typeof httpVariables>>;

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** The number of worker processes; 1 means that this process serves requests. */
  readonly workers: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Undefined if the service answers for every host. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly corsOrigins: readonly string[];
  readonly corsAllowHeaders: readonly OptionalHeader[];
  readonly cacheTags: boolean;
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** Undefined to choose by the output: `pretty` on a terminal, `json` elsewhere. */
  readonly logFormat: LogFormat | undefined;
}

export function* httpMistakes(env: HttpEnvironment): Generator<string> {
  const { PUBLIC_URL, PORT, ALLOWED_HOSTS, CORS_ORIGINS, CORS_ALLOW_HEADERS } = env;
  if (PUBLIC_URL !== undefined && originOf(PUBLIC_URL) === undefined) {
    yield 'PUBLIC_URL must be an http or https address without a path, such as https://cms.example.com';
  }
  if (PUBLIC_URL === undefined && PORT === 0) {
    yield 'PUBLIC_URL must be set when PORT is 0: the port is not known before the start';
  }
  for (const host of listOf(ALLOWED_HOSTS)) {
    if (readHost(host) === undefined) {
      yield `ALLOWED_HOSTS: ${host} must be a host name or an address, without scheme, port and path`;
    }
  }
  for (const origin of listOf(CORS_ORIGINS)) {
    if (originOf(origin) !== origin) {
      yield `CORS_ORIGINS: ${origin} must be an origin, such as https://www.example.com`;
    }
  }
  for (const name of listOf(CORS_ALLOW_HEADERS)) {
    if (!optionalHeaders.some((each) => isSameHeader(name, each))) {
      yield `CORS_ALLOW_HEADERS: ${name} must be one of ${optionalHeaders.join(', ')}`;
    }
  }
}

/** A host without a port, as requests are compared with it. */
const readHost = (text: string): string | undefined =>
  isIPv6(text) || !/:\d*$/.test(text) ? hostOf(text) : undefined;

const allowedHostsOf = (
  { HOST, ALLOWED_HOSTS }: HttpEnvironment,
  publicUrl: string,
): readonly string[] | undefined => {
  const hosts = listOf(ALLOWED_HOSTS);
  if (hosts.length === 0 && !isThisMachine(readHost(HOST) ?? '')) return undefined;
  return [new URL(publicUrl).host, ...hosts].flatMap((host) => hostOf(host) ?? []);
};

const publicUrlOf = ({ PUBLIC_URL, PORT }: HttpEnvironment): string =>
  originOf(PUBLIC_URL ?? '') ?? `http://localhost:${PORT}`;

export const readHttp = (env: HttpEnvironment): HttpSettings => ({
  host: env.HOST,
  port: env.PORT,
  workers: env.WORKERS,
  publicUrl: publicUrlOf(env),
  allowedHosts: allowedHostsOf(env, publicUrlOf(env)),
  corsOrigins: listOf(env.CORS_ORIGINS),
  corsAllowHeaders: optionalHeaders.filter((each) =>
    listOf(env.CORS_ALLOW_HEADERS).some((name) => isSameHeader(name, each)),
  ),
  cacheTags: env.CACHE_TAGS === 'true',
  trustProxy: env.TRUST_PROXY,
  logLevel: env.LOG_LEVEL,
  logFormat: env.LOG_FORMAT,
});

const isSameHeader = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();
