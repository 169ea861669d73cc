import { useEffect } from 'preact/hooks';
import { isOnline } from '../api/connection.ts';
import { t } from '../catalogue/texts.ts';
import { ConfirmDialog } from '../components/dialogs/confirm.tsx';
import { Toasts } from '../components/toasts.tsx';
import { Icon } from '../components/icon.tsx';
import { PickMediaDialog } from '../media/pick-media.ts';
import { PickItemDialog } from '../references/pick-item.ts';
import { UploadPanel } from '../media/upload/upload-panel.tsx';
import { DraftsBanner } from './drafts-notice.tsx';
import { FactorBanner } from './factor-notice.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail/rail.tsx';
import { CurrentScreen } from './routes.tsx';
import { currentPath } from './router.ts';
import { ShortcutsDialog } from './shortcuts.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

/** The rail, the current screen, and the layers above them. */
export const App = () => {
  const path = currentPath.value;
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), [path]);
  return (
    <>
      <a class="skip-link" href="#main">
        {t.shell.skipToContent}
      </a>
      <div class="frame">
        <Rail />
        <div class="content">
          <section aria-label={t.shell.notices}>
            {!isOnline.value && (
              <p class="banner alarm" role="alert">
                <Icon name="warning" /> {t.shell.offline}
              </p>
            )}
            <FactorBanner />
            <DraftsBanner />
          </section>
          <CurrentScreen />
        </div>
      </div>
      <UploadPanel />
      <PickMediaDialog />
      <PickItemDialog />
      <Palette />
      <ShortcutsDialog />
      <ConfirmDialog />
      <SignInDialog />
      <Toasts />
    </>
  );
};
