import {
  renderOpenApi,
  type Handlers,
  type SystemHealthDto,
  type systemOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms, Health } from '../../../core/index.ts';
import { renderDocsPage } from '../docs/docs-page.ts';
import type { RequestContext } from '../request-context.ts';
import { timestampOf } from './envelope.ts';
import { fileHandlers } from './files.ts';
import { renderJson } from './render-json.ts';

export interface SystemHandlerOptions {
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** The document and its page are made here, once. */
export const systemHandlers = (
  cms: Pick<Cms, 'media' | 'system'>,
  { publicUrl, clock }: SystemHandlerOptions,
): Handlers<typeof systemOperations, RequestContext> => {
  const document = renderOpenApi(publicUrl);
  const documentText = renderJson(document);
  const docsPage = renderDocsPage(document);
  return {
    ...fileHandlers(cms),

    describeApi: async () => documentText,

    describeApiWithoutSlash: async () => documentText,

    showDocs: async () => docsPage,

    getHealth: async () => ({
      data: { status: 'healthy', timestamp: timestampOf(clock.now()) },
    }),

    getSystemHealth: async () => {
      const health = await cms.system.checkHealth();
      const body = { data: presentHealth(health, process.uptime()) };
      return health.status === 'unhealthy'
        ? { status: 503, body, headers: { 'Retry-After': retryAfterS } }
        : { body, headers: {} };
    },
  };
};

/** Dependencies are not probed more often than once in this time. */
const retryAfterS = 1;

const presentHealth = (
  { status, checkedAt, checks }: Health,
  uptimeS: number,
): SystemHealthDto => ({
  status,
  timestamp: timestampOf(checkedAt),
  uptime: Math.floor(uptimeS),
  checks: {
    database: presentCheck(checks.database),
    keyValue: presentCheck(checks.keyValue),
    storage: presentCheck(checks.storage),
  },
});

const presentCheck = ({
  status,
  latencyMs,
}: Health['checks']['database']): SystemHealthDto['checks']['database'] => ({
  status,
  latency: latencyMs,
});
