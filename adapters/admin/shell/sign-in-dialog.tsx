import { useEffect, useState } from 'preact/hooks';
import { hasCode, hasStatus, messageOf, sessionApi } from '../api/client.ts';
import { isSessionExpired, sessionRestored } from '../api/session-expiry.ts';
import { t } from '../catalogue/texts.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { TextField } from '../components/inputs/field.tsx';
import { account, identityProvider, loadAccount } from './session.ts';

/** Asks to sign in over the screen when the session has ended, so that nothing typed is lost. */
export const SignInDialog = () => (isSessionExpired.value ? <SignInForm /> : null);

const codeId = 'sign-in-code';

const SignInForm = () => {
  const email = account.value?.email ?? '';
  const [password, setPassword] = useState('');
  /** What waits for a code, after the right password; undefined before. */
  const [challenge, setChallenge] = useState<string>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** @returns whether there is a session now. */
  const signIn = async (): Promise<boolean> => {
    try {
      if (challenge === undefined) await sessionApi.logIn({ body: { email, password } });
      else await sessionApi.logInWithCode({ body: { challenge, code } });
      return true;
    } catch (failure) {
      if (hasCode(failure, 'second_factor_required')) setChallenge(failure.challenge);
      else if (hasCode(failure, 'invalid_code')) setError(t.signInAgain.wrongCode);
      else setError(hasStatus(failure, 401) ? t.signInAgain.wrongPassword : messageOf(failure));
      return false;
    }
  };

  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      if (!(await signIn())) return;
      await loadAccount();
      sessionRestored();
    } catch (failure) {
      setError(hasStatus(failure, 401) ? t.signInAgain.cookiesNeeded : messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  const provider = identityProvider.value;
  const hasPassword = account.value?.signInMethods.includes('password') ?? true;
  useEffect(() => {
    if (provider === undefined) return undefined;
    // The provider is in another tab: this one would lose what was typed.
    const resume = async (): Promise<void> => {
      try {
        const { user } = (await sessionApi.getAccount()).body;
        if (user.email !== email) {
          setError(t.signInAgain.wrongAccount);
          return;
        }
        await loadAccount();
        sessionRestored();
      } catch {
        // Not yet.
      }
    };
    const onFocus = (): void => void resume();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [provider]);

  useEffect(() => {
    if (challenge !== undefined) document.getElementById(codeId)?.focus();
  }, [challenge]);

  const startOver = (): void => {
    setChallenge(undefined);
    setCode('');
    setError(undefined);
  };

  return (
    <Dialog title={t.signInAgain.title} locked onClose={() => undefined}>
      <p>{t.signInAgain.text}</p>
      {provider !== undefined && (
        <p>
          {t.signInAgain.continueWith(<bdi>{provider}</bdi>, (text) => (
            <a href="/auth/oidc?next=/admin/profile" target="_blank">
              {text}
            </a>
          ))}
        </p>
      )}
      {!hasPassword && error !== undefined && (
        <p class="alert" role="alert">
          {error}
        </p>
      )}
      {hasPassword && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextField
            label={t.common.emailAddress}
            value={email}
            onInput={() => undefined}
            attributes={{ readOnly: true, autoComplete: 'username' }}
          />
          {challenge === undefined ? (
            <TextField
              key="password"
              label={t.common.password}
              type="password"
              value={password}
              error={error}
              onInput={setPassword}
              attributes={{ autoComplete: 'current-password', autoFocus: true }}
            />
          ) : (
            <TextField
              key="code"
              id={codeId}
              label={t.signInAgain.code}
              hint={t.signInAgain.codeHint}
              value={code}
              error={error}
              onInput={setCode}
              attributes={{ autoComplete: 'one-time-code' }}
            />
          )}
          <div class="row end">
            {challenge === undefined ? (
              <a href="/auth/login">{t.signInAgain.anotherAccount}</a>
            ) : (
              <Button onClick={startOver}>{t.signInAgain.startOver}</Button>
            )}
            <Button kind="primary" type="submit" busy={isBusy}>
              {t.signInAgain.signIn}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
};
