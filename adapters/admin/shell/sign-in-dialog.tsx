import { useEffect, useState } from 'preact/hooks';
import { hasCode, hasStatus, messageOf, sessionApi } from '../api/client.ts';
import { isSessionExpired, sessionRestored } from '../api/session-expiry.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { TextField } from '../components/inputs/field.tsx';
import { account, identityProvider, loadAccount } from './session.ts';

/** Asks to sign in over the screen when the session has ended, so that nothing typed is lost. */
export const SignInDialog = () => (isSessionExpired.value ? <SignInForm /> : null);

const cookiesNeeded =
  'The password is right, but your browser did not keep the session. Allow cookies for this site, then try again.';

const wrongPassword = 'The password is wrong. Try again.';

const anotherAccount =
  'You have signed in with another account in this browser. Sign in with the account of this screen.';

const codeId = 'sign-in-code';

const wrongCode =
  'This code is not valid. Enter the next one of your app or, if this takes more than five minutes, the password again.';

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
      else if (hasCode(failure, 'invalid_code')) setError(wrongCode);
      else setError(hasStatus(failure, 401) ? wrongPassword : messageOf(failure));
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
      setError(hasStatus(failure, 401) ? cookiesNeeded : messageOf(failure));
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
          setError(anotherAccount);
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
    <Dialog title="Your session has ended" locked onClose={() => undefined}>
      <p>Sign in again to go on. What you have typed is still here.</p>
      {provider !== undefined && (
        <p>
          <a href="/auth/oidc?next=/admin/profile" target="_blank">
            Continue with <bdi>{provider}</bdi> in another tab
          </a>
          , then come back here.
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
            label="Email address"
            value={email}
            onInput={() => undefined}
            attributes={{ readOnly: true, autoComplete: 'username' }}
          />
          {challenge === undefined ? (
            <TextField
              key="password"
              label="Password"
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
              label="Code"
              hint="The six digits in your app, or a recovery code."
              value={code}
              error={error}
              onInput={setCode}
              attributes={{ autoComplete: 'one-time-code' }}
            />
          )}
          <div class="row end">
            {challenge === undefined ? (
              <a href="/auth/login">Use another account</a>
            ) : (
              <Button onClick={startOver}>Enter the password again</Button>
            )}
            <Button kind="primary" type="submit" busy={isBusy}>
              Sign in
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
};
