import { useEffect, useState } from 'preact/hooks';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
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
        <h2>{t.common.password}</h2>
        <p>
          {t.users.password.ownElsewhere((text) => (
            <a href={urlOf('/profile')}>{text}</a>
          ))}
        </p>
      </section>
    );
  }

  const save = async (): Promise<void> => {
    if (!isValidPassword(password)) {
      setError(t.users.creation.passwordRules);
      return;
    }
    setBusy(true);
    try {
      const { body } = await api.updateUser({ params: { id: user.id }, body: { password } });
      setPassword('');
      setError(undefined);
      onChange(body.data);
      showToast({ text: t.users.password.changed(nameOf(user)) });
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
      <h2>{t.common.password}</h2>
      <p class="quiet-text">{t.users.password.whatItEnds(nameOf(user))}</p>
      <PasswordField
        label={t.users.password.new}
        value={password}
        error={error}
        onInput={setPassword}
      />
      <div class="row end">
        <Button type="submit" busy={isBusy} disabled={password === ''}>
          {t.users.password.set}
        </Button>
      </div>
      {user.isActive && (
        <div class="row between">
          <p>{t.users.password.orLink(nameOf(user))}</p>
          <Button icon="link" busy={isMaking} onClick={() => void makeLink()}>
            {t.users.password.makeLink}
          </Button>
        </div>
      )}
      {link !== undefined && (
        <LinkDialog
          title={t.invitations.link.resetFor(nameOf(user))}
          link={link}
          advice={t.invitations.link.resetAdvice}
          onClose={() => setLink(undefined)}
        />
      )}
    </form>
  );
};
