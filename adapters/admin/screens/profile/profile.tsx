import { useEffect, useState } from 'preact/hooks';
import { isFactorMissing } from '../../api/missing-factor.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../shell/screen.tsx';
import { account, loadAccount, secondFactorDueAt, signOut } from '../../shell/session.ts';
import { AdminLanguage } from './admin-language.tsx';
import { LinkedIdentity } from './linked-identity.tsx';
import { NamesForm } from './names-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { TrustedBrowsers } from './trusted-browsers.tsx';

/** The user's own account. */
export const Profile = () => {
  const user = account.value;
  /** Counts changes of the second factor. */
  const [changes, setChanges] = useState(0);
  // It stays where it is once the factor is set up: its dialog would close.
  const [isFactorFirst] = useState(() => secondFactorDueAt.peek() !== undefined);
  useEffect(() => {
    // Other screens are open again if the setting has changed meanwhile.
    if (isFactorMissing.peek()) loadAccount().catch(() => undefined);
  }, []);
  const factor = user !== undefined && (
    <SecondFactor user={user} onChange={() => setChanges((count) => count + 1)} />
  );
  return (
    <Screen
      title={t.common.yourAccount}
      width="reading"
      side={<p class="quiet-text">{t.profile.explanation}</p>}
      actions={<Button onClick={() => void signOut()}>{t.shell.userMenu.signOut}</Button>}
    >
      {user !== undefined && (
        <>
          {isFactorFirst && factor}
          <NamesForm user={user} />
          <AdminLanguage />
          <PasswordForm user={user} />
          {!isFactorFirst && factor}
          {user.hasSecondFactor && <TrustedBrowsers key={`trusted ${changes}`} />}
          <LinkedIdentity user={user} />
          <Sessions key={`sessions ${changes}`} />
        </>
      )}
    </Screen>
  );
};
