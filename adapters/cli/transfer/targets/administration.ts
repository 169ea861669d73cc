import type {
  PermissionDto,
  SettingsDto,
  UserDto,
  WebhookDto,
} from '../../../../contracts/index.ts';

/** What an administrator decides about a webhook. */
export type DecidedWebhook = Pick<
  WebhookDto,
  'name' | 'url' | 'kind' | 'events' | 'collections' | 'onlyPublished' | 'debounceSeconds'
> &
  Partial<Pick<WebhookDto, 'locales'>>;

/** The settings of a service, its webhooks and the roles in single collections. */
export interface Administration {
  readonly settings: () => Promise<SettingsDto>;
  readonly updateSettings: (changes: Partial<SettingsDto>) => Promise<void>;
  /** Empty for a service that is too old for webhooks. */
  readonly webhooks: () => Promise<readonly WebhookDto[]>;
  /** The webhook gets a new secret, and is switched off. */
  readonly createWebhook: (webhook: DecidedWebhook) => Promise<void>;
  readonly users: () => Promise<readonly UserDto[]>;
  readonly setPermissions: (userId: string, permissions: readonly PermissionDto[]) => Promise<void>;
  /** Whether the service has no content. */
  readonly isEmpty: () => Promise<boolean>;
}

/** Reads all pages of a list. */
export const readPages = async <T>(
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  const limit = 100;
  const all: T[] = [];
  for (let page = await read({ limit, offset: 0 }); ;) {
    all.push(...page);
    if (page.length < limit) return all;
    page = await read({ limit, offset: all.length });
  }
};
