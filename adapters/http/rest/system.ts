import {
  presentHealth,
  renderOpenApi,
  type Handlers,
  type JsonTextOf,
  type systemOperations,
} from '../../../contracts/index.ts';
import { may, type Clock, type Cms } from '../../../core/index.ts';
import { renderDocsPage, type DocsAssetPaths } from '../pages/docs-page.ts';
import type { SiteName } from '../pages/page.ts';
import type { RequestContext } from '../request-context.ts';
import { timestampOf } from './answers/envelope.ts';
import { fileHandlers } from './files.ts';
import { renderJson } from './answers/render-json.ts';

type OpenApiText = JsonTextOf<ReturnType<typeof renderOpenApi>>;

export interface SystemHandlerOptions {
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly siteName: SiteName;
  readonly uptimeS: () => number;
  readonly loadDocsAssets: () => Promise<DocsAssetPaths>;
  readonly version?: string | undefined;
}

export const systemHandlers = (
  cms: Pick<Cms, 'media' | 'system'>,
  { publicUrl, clock, siteName, uptimeS, loadDocsAssets, version }: SystemHandlerOptions,
): Handlers<typeof systemOperations, RequestContext> => {
  let rendered: OpenApiText | undefined;
  const describeApi = async (): Promise<OpenApiText> =>
    (rendered ??= renderJson(renderOpenApi(publicUrl, version)));
  return {
    ...fileHandlers(cms),

    describeApi,

    describeApiWithSlash: describeApi,

    showDocs: async () => renderDocsPage(await siteName(), await loadDocsAssets()),

    getHealth: async () => ({
      data: { status: 'healthy', timestamp: timestampOf(clock.now()) },
    }),

    getSystemHealth: async ({ actor }) => {
      const isDetailed = may(actor, 'administer').allowed;
      const { checkHealth, checkInDetail } = cms.system;
      const health = await (isDetailed ? checkInDetail() : checkHealth());
      const body = { data: presentHealth(health, { uptimeS: uptimeS(), version, isDetailed }) };
      return health.status === 'unhealthy'
        ? { status: 503, body, headers: { 'Retry-After': retryAfterS } }
        : { body, headers: {} };
    },
  };
};

/** Dependencies are probed at most once in this time. */
const retryAfterS = 1;
