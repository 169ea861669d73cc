import { useEffect, useState } from 'preact/hooks';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { Button } from '../../components/button.tsx';
import { isValidPassword, PasswordField } from '../../components/inputs/password-field.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { showToast } from '../../components/show-toast.ts';
import { urlOf } from '../../shell/router.ts';
import { account } from '../../shell/session.ts';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import type { UserPartProps } from './user-part.ts';
import { nameOf } from './user-text.tsx';

/** A new password for another user. One's own is on the screen of one's account, where the session goes on. */
export const PasswordCard = ({ user, onChange, markUnsaved }: UserPartProps) => {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<ShownLink>();
  const [isMaking, make] = useBusy();
  useEffect(() => markUnsaved('password', password !== ''), [password !== '']);

  if (user.id === account.value?.id) {
    return (
      <section class="card">
        <h2>Password</h2>
        <p>
          Change your own password in <a href={urlOf('/profile')}>your account</a>.
        </p>
      </section>
    );
  }

  const save = async (): Promise<void> => {
    if (!isValidPassword(password)) {
      setError('Choose a password that follows the rules.');
      return;
    }
    setBusy(true);
    try {
      const { body } = await api.updateUser({ params: { id: user.id }, body: { password } });
      setPassword('');
      setError(undefined);
      onChange(body.data);
      showToast({ text: `${nameOf(user)} has a new password.` });
    } catch (failure) {
      setError(issuesOf(failure)['password'] ?? messageOf(failure));
    } finally {
      setBusy(false);
    }
  };

  const makeLink = () =>
    make(async () => {
      setLink((await api.createResetLink({ params: { id: user.id } })).body.data);
    });

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <h2>Password</h2>
      <p class="quiet-text">
        A new password ends all sessions of {nameOf(user)}. The service does not send it: pass it on
        yourself.
      </p>
      <PasswordField label="New password" value={password} error={error} onInput={setPassword} />
      <div class="row end">
        <Button type="submit" busy={isBusy} disabled={password === ''}>
          Set new password
        </Button>
      </div>
      {user.isActive && (
        <div class="row between">
          <p>
            Or make a link with which {nameOf(user)} sets a new password. It works once, for a day,
            and nothing changes before.
          </p>
          <Button icon="link" busy={isMaking} onClick={() => void makeLink()}>
            Make reset link
          </Button>
        </div>
      )}
      {link !== undefined && (
        <LinkDialog
          title={`The link for ${nameOf(user)}`}
          link={link}
          advice="Pass it on to the user, and to nobody else: whoever has it can set the password. It ends earlier links."
          onClose={() => setLink(undefined)}
        />
      )}
    </form>
  );
};
