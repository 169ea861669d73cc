import { defaultSettings, type Cms } from '../../../core/index.ts';
import type { SessionCookies } from '../caller/cookies.ts';
import type { CsrfTokens } from '../caller/csrf-tokens.ts';

/** What pages need besides the core. */
export interface PageOptions {
  readonly cookies: SessionCookies;
  readonly csrf: CsrfTokens;
  /** The name of the site, at the top of every page. */
  readonly siteName: SiteName;
}

export type SiteName = () => Promise<string>;

/** The name in the settings; the default if they cannot be read, so that error pages can be shown. */
export const siteNameOf =
  ({ settings }: Pick<Cms, 'settings'>): SiteName =>
  () =>
    settings.siteName().catch(() => defaultSettings.siteName);
