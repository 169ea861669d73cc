import { useState } from 'preact/hooks';
import { hasStatus, messageOf, sessionApi } from '../api/client.ts';
import { isSessionExpired, sessionRestored } from '../api/session-expiry.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { TextField } from '../components/inputs/field.tsx';
import { account, loadAccount } from './session.ts';

/** Asks for the password over the screen when the session has ended, so that nothing typed is lost. */
export const SignInDialog = () => (isSessionExpired.value ? <SignInForm /> : null);

const cookiesNeeded =
  'The password is right, but your browser did not keep the session. Allow cookies for this site, then try again.';

const SignInForm = () => {
  const email = account.value?.email ?? '';
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await sessionApi.logIn({ body: { email, password } }).catch((failure: unknown) => {
        throw hasStatus(failure, 401) ? new Error('The password is wrong. Try again.') : failure;
      });
      await loadAccount();
      sessionRestored();
    } catch (failure) {
      setError(hasStatus(failure, 401) ? cookiesNeeded : messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title="Your session has ended" locked onClose={() => undefined}>
      <p>Sign in again to go on. What you have typed is still here.</p>
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
        <TextField
          label="Password"
          type="password"
          value={password}
          error={error}
          onInput={setPassword}
          attributes={{ autoComplete: 'current-password', autoFocus: true }}
        />
        <div class="row end">
          <a href="/auth/login">Use another account</a>
          <Button kind="primary" type="submit" busy={isBusy}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
