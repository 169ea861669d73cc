import { render } from 'preact';
import { hasStatus, messageOf } from './api/client.ts';
import { App } from './shell/app.tsx';
import { ignoreStrayFiles } from './media/transfer-files.ts';
import { ignoreCompositionKeys } from './shell/composition-keys.ts';
import { startRouter } from './shell/router.ts';
import { loadAccount, loginUrl } from './shell/session.ts';
import { startShortcuts } from './shell/shortcuts.tsx';
import { startTheme } from './shell/theme.ts';
import { Notice } from './components/states.tsx';
import './styles/index.css';

const root = document.getElementById('admin');

const start = async (): Promise<void> => {
  if (root === null) return;
  startTheme();
  ignoreCompositionKeys();
  ignoreStrayFiles();
  try {
    await loadAccount();
  } catch (error) {
    if (hasStatus(error, 401)) {
      location.replace(loginUrl());
      return;
    }
    render(
      <main class="screen reading">
        <h1>Admin</h1>
        <Notice icon="warning" title="The service cannot be reached">
          <p role="alert">{messageOf(error)}</p>
          <a href={location.href}>Try again</a>
        </Notice>
      </main>,
      root,
    );
    return;
  }
  startRouter();
  startShortcuts();
  render(<App />, root);
};

void start();
