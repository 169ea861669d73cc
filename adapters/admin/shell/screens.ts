import type { IconName } from '../components/icon.tsx';
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
}

const everybody = (): boolean => true;
const admins = (): boolean => isAdmin.value;

export const screenLinks: readonly ScreenLink[] = [
  { path: '/', name: 'Dashboard', icon: 'dashboard', isAllowed: everybody },
  { path: '/content', name: 'Content', icon: 'content', isAllowed: everybody },
  { path: '/schedule', name: 'Schedule', icon: 'calendar', isAllowed: everybody },
  { path: '/media', name: 'Media', icon: 'image', isAllowed: everybody },
  { path: '/health', name: 'Content health', icon: 'health', isAllowed: everybody },
  { path: '/trash', name: 'Trash', icon: 'trash', isAllowed: () => may('delete') },
  { path: '/collections', name: 'Collections', icon: 'collections', isAllowed: admins },
  { path: '/users', name: 'Users', icon: 'users', isAllowed: admins },
  { path: '/api-tokens', name: 'API tokens', icon: 'key', isAllowed: admins },
  { path: '/webhooks', name: 'Webhooks', icon: 'webhook', isAllowed: admins },
  { path: '/plugins', name: 'Plugins', icon: 'plugins', isAllowed: admins },
  { path: '/audit', name: 'Audit', icon: 'list', isAllowed: admins },
  { path: '/settings', name: 'Settings', icon: 'settings', isAllowed: admins },
];

/** The link of the rail that a path belongs to. */
export const linkOf = (path: string): ScreenLink | undefined =>
  screenLinks.find(
    (link) => path === link.path || (link.path !== '/' && path.startsWith(`${link.path}/`)),
  );

/** Whether the user may create content somewhere. */
export const mayCreate = (): boolean => may('create');
