import { t } from '../catalogue/texts.ts';
import type { IconName } from '../components/icon.tsx';
import { hasLocales } from './locales.ts';
import { isAdmin, may } from './session.ts';

/** What a screen gets: the last segment of its path, if the route has one. */
export interface ScreenProps {
  readonly name: string;
}

/** A screen in the rail. */
export interface ScreenLink {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Whether the user may use it. */
  readonly isAllowed: () => boolean;
  /** Whether it has a use in this service; by default true. */
  readonly isUseful?: () => boolean;
}

const everybody = (): boolean => true;
const admins = (): boolean => isAdmin.value;

/** What people work with every day. */
const workLinks: readonly ScreenLink[] = [
  { path: '/', name: t.shell.screens.dashboard, icon: 'dashboard', isAllowed: everybody },
  { path: '/content', name: t.common.content, icon: 'content', isAllowed: everybody },
  {
    path: '/translations',
    name: t.shell.screens.translations,
    icon: 'language',
    isAllowed: everybody,
    isUseful: hasLocales,
  },
  { path: '/schedule', name: t.common.schedule, icon: 'calendar', isAllowed: everybody },
  { path: '/media', name: t.common.media, icon: 'image', isAllowed: everybody },
  { path: '/health', name: t.shell.screens.health, icon: 'health', isAllowed: everybody },
  { path: '/trash', name: t.shell.screens.trash, icon: 'trash', isAllowed: () => may('delete') },
];

/** What keeps the service as it should be. */
const administrationLinks: readonly ScreenLink[] = [
  { path: '/collections', name: t.common.collections, icon: 'collections', isAllowed: admins },
  { path: '/users', name: t.common.users, icon: 'users', isAllowed: admins },
  { path: '/api-tokens', name: t.shell.screens.apiTokens, icon: 'key', isAllowed: admins },
  { path: '/webhooks', name: t.common.webhooks, icon: 'webhook', isAllowed: admins },
  { path: '/plugins', name: t.shell.screens.plugins, icon: 'plugins', isAllowed: admins },
  { path: '/audit', name: t.shell.screens.audit, icon: 'list', isAllowed: admins },
  { path: '/settings', name: t.common.settings, icon: 'settings', isAllowed: admins },
];

const screenLinks = [...workLinks, ...administrationLinks];

const offered = (links: readonly ScreenLink[]): readonly ScreenLink[] =>
  links.filter(({ isAllowed, isUseful = everybody }) => isAllowed() && isUseful());

/** The screens that the rail and the palette offer. */
export const offeredScreens = (): readonly ScreenLink[] => offered(screenLinks);

/** Those for the work of every day, which the rail always shows. */
export const offeredWork = (): readonly ScreenLink[] => offered(workLinks);

/** Those that the rail shows on demand. */
export const offeredAdministration = (): readonly ScreenLink[] => offered(administrationLinks);

/** The link of the rail that a path belongs to. */
export const linkOf = (path: string): ScreenLink | undefined =>
  screenLinks.find(
    (link) => path === link.path || (link.path !== '/' && path.startsWith(`${link.path}/`)),
  );

/** Whether the user may create content somewhere. */
export const mayCreate = (): boolean => may('create');
