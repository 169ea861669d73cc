import { render } from 'preact';
import { hasStatus, messageOf } from './api/client.ts';
import { onReconnect, watchConnection } from './api/connection.ts';
import { watchVisibility } from './api/live-changes.ts';
import { language } from './catalogue/language.ts';
import { t } from './catalogue/texts.ts';
import { App } from './shell/app.tsx';
import { ignoreStrayFiles } from './media/transfer-files.ts';
import { ignoreCompositionKeys } from './shell/composition-keys.ts';
import { startRouter } from './shell/router.ts';
import { readLocales } from './shell/locales.ts';
import { Screen } from './shell/screen.tsx';
import { loadAccount, loginUrl } from './shell/session.ts';
import { startShortcuts } from './shell/shortcuts.tsx';
import { startTheme } from './shell/theme.ts';
import { Notice } from './components/states.tsx';
import { startUndo } from './components/undo.ts';
import './styles/index.css';

const root = document.getElementById('admin');

const start = async (): Promise<void> => {
  if (root === null) return;
  document.documentElement.lang = language;
  startTheme();
  ignoreCompositionKeys();
  watchConnection();
  watchVisibility();
  ignoreStrayFiles();
  try {
    await Promise.all([loadAccount(), readLocales()]);
  } catch (error) {
    if (hasStatus(error, 401)) {
      location.replace(loginUrl());
      return;
    }
    onReconnect(() => location.reload());
    render(
      <Screen title={t.shell.admin} width="reading">
        <Notice icon="warning" title={t.shell.serviceUnreachable}>
          <p role="alert">{messageOf(error)}</p>
          <a href={location.href}>{t.common.tryAgain}</a>
        </Notice>
      </Screen>,
      root,
    );
    return;
  }
  startRouter();
  startShortcuts();
  startUndo();
  render(<App />, root);
};

void start();
