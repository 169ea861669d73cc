import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { checkConnection } from '../api/connection.ts';
import { isFactorMissing } from '../api/missing-factor.ts';
import { t } from '../catalogue/texts.ts';
import { FactorNeeded, Failure, Forbidden, Loading, Notice } from '../components/states.tsx';
import { currentPath, navigate, urlOf, visit } from './router.ts';
import { Screen } from './screen.tsx';
import { linkOf, type ScreenProps } from './screens.ts';

type Load = () => Promise<ComponentType<ScreenProps>>;

/**
 * A path with at most one parameter, and the module of its screen, which loads when it is opened. A screen
 * that `restarts` is a new one at each visit; others stay when only the query changes.
 */
const routes: readonly (readonly [pattern: RegExp, load: Load, restarts?: true])[] = [
  [/^\/$/, async () => (await import('../screens/dashboard/dashboard.tsx')).Dashboard],
  [/^\/content$/, async () => (await import('../screens/content/content-list.tsx')).ContentList],
  [
    /^\/content\/redirects$/,
    async () => (await import('../screens/redirects/redirects.tsx')).Redirects,
  ],
  [
    /^\/content(?:\/new)?\/([^/]+)$/,
    async () => (await import('../screens/editor/editor.tsx')).Editor,
    true,
  ],
  [
    /^\/collections$/,
    async () => (await import('../screens/collections/collections.tsx')).Collections,
  ],
  [
    /^\/collections\/([^/]+)$/,
    async () => (await import('../screens/collections/builder.tsx')).Builder,
  ],
  [/^\/schedule$/, async () => (await import('../screens/schedule/schedule.tsx')).Schedule],
  [/^\/trash$/, async () => (await import('../screens/trash/trash.tsx')).Trash],
  [/^\/health$/, async () => (await import('../screens/health/health.tsx')).Health],
  [/^\/media$/, async () => (await import('../screens/media/media.tsx')).Media],
  [
    /^\/translations$/,
    async () => (await import('../screens/translations/translations.tsx')).Translations,
  ],
  [/^\/users$/, async () => (await import('../screens/users/users.tsx')).Users],
  [/^\/users\/([^/]+)$/, async () => (await import('../screens/users/user.tsx')).User],
  [/^\/api-tokens$/, async () => (await import('../screens/api-tokens/api-tokens.tsx')).ApiTokens],
  [/^\/audit$/, async () => (await import('../screens/audit/audit.tsx')).Audit],
  [/^\/webhooks$/, async () => (await import('../screens/webhooks/webhooks.tsx')).Webhooks],
  [/^\/webhooks\/([^/]+)$/, async () => (await import('../screens/webhooks/webhook.tsx')).Webhook],
  [
    /^\/settings\/languages$/,
    async () => (await import('../screens/settings/languages/languages.tsx')).Languages,
  ],
  [/^\/settings$/, async () => (await import('../screens/settings/settings.tsx')).Settings],
  [/^\/plugins$/, async () => (await import('../screens/plugins/plugins.tsx')).Plugins],
  [/^\/profile$/, async () => (await import('../screens/profile/profile.tsx')).Profile],
];

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

interface Match {
  readonly load: Load;
  readonly name: string;
  readonly restarts: boolean;
}

const match = (path: string): Match | undefined => {
  for (const [pattern, load, restarts = false] of routes) {
    const found = pattern.exec(path);
    if (found !== null) return { load, name: decoded(found[1] ?? ''), restarts };
  }
  return undefined;
};

/** The screen of the current address; for an unknown or forbidden one, an explanation. */
export const CurrentScreen = () => {
  const path = currentPath.value;
  const found = match(path);
  if (found === undefined) {
    return (
      <Screen title={t.shell.noPage.title}>
        <Notice icon="search" title={t.shell.noPage.heading}>
          <p>{t.shell.noPage.text}</p>
          <a href="/admin">{t.shell.goToDashboard}</a>
        </Notice>
      </Screen>
    );
  }
  if (linkOf(path)?.isAllowed() === false) {
    return (
      <Screen title={linkOf(path)?.name ?? ''}>
        <Forbidden />
      </Screen>
    );
  }
  return <LazyScreen key={found.restarts ? `visit ${visit.value}` : path} {...found} />;
};

const ownPath = '/profile';

const LazyScreen = (match: Omit<Match, 'restarts'>) => {
  // A screen that is open stays, with what was typed into it.
  const [isClosed] = useState(() => isFactorMissing.peek() && currentPath.peek() !== ownPath);
  return isClosed ? <ClosedScreen /> : <OpenScreen {...match} />;
};

/** Leads to the only screen that works without a second factor which the role needs. */
const ClosedScreen = () => {
  useEffect(() => void navigate(urlOf(ownPath), { replace: true }), []);
  return (
    <Screen title={linkOf(currentPath.value)?.name ?? t.shell.admin}>
      <FactorNeeded />
    </Screen>
  );
};

const OpenScreen = ({ load, name }: Omit<Match, 'restarts'>) => {
  const [state, setState] = useState<{ Component?: ComponentType<ScreenProps>; error?: unknown }>(
    {},
  );
  const read = (): void => {
    setState({});
    load().then(
      (Component) => setState({ Component }),
      (error: unknown) => {
        setState({ error });
        // Browsers do not say whether a script is missing or the connection is lost.
        void checkConnection();
      },
    );
  };
  useEffect(read, []);
  const { Component, error } = state;
  if (Component !== undefined) return <Component name={name} />;
  return (
    <Screen
      title={linkOf(currentPath.value)?.name ?? t.common.yourAccount}
      busy={error === undefined}
    >
      {error === undefined ? (
        <Loading what={t.shell.theScreen} />
      ) : (
        <Failure error={error} onRetry={read} />
      )}
    </Screen>
  );
};
