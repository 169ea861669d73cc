import { useState } from 'preact/hooks';
import type { OwnAccountDto } from '../../../../contracts/schemas/account-schemas.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/inputs/field.tsx';
import { PasswordField } from '../../components/inputs/password-field.tsx';
import { showToast } from '../../components/show-toast.ts';
import { identityProvider } from '../../shell/session.ts';

interface Mistakes {
  readonly current?: string;
  readonly next?: string;
  readonly other?: string;
}

const mistakesOf = (failure: unknown): Mistakes => {
  if (hasCode(failure, 'wrong_password')) {
    return { current: t.profile.password.wrong };
  }
  const { newPassword: issue } = issuesOf(failure);
  return issue === undefined ? { other: messageOf(failure) } : { next: issue };
};

const currentId = 'current-password';
const nextId = 'new-password';

/** Changes the password, which needs the current one. Accounts of the identity provider may have none. */
export const PasswordForm = ({ user }: { readonly user: OwnAccountDto }) =>
  user.signInMethods.includes('password') ? (
    <ChangePassword user={user} />
  ) : (
    <section class="card" aria-labelledby="password-heading">
      <h2 id="password-heading">{t.common.password}</h2>
      <p>
        {t.profile.password.none(
          <bdi>{identityProvider.value ?? t.profile.anIdentityProvider}</bdi>,
        )}
      </p>
    </section>
  );

const ChangePassword = ({ user }: { readonly user: OwnAccountDto }) => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [isBusy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await api.changePassword({ body: { currentPassword: current, newPassword: next } });
      setCurrent('');
      setNext('');
      setMistakes({});
      showToast({ text: t.profile.password.changed });
    } catch (failure) {
      const found = mistakesOf(failure);
      setMistakes(found);
      if (found.other === undefined) {
        document.getElementById(found.current === undefined ? nextId : currentId)?.focus();
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      class="card"
      aria-labelledby="password-heading"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id="password-heading">{t.common.password}</h2>
      <p class="quiet-text">{t.profile.password.whatItEnds}</p>
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <TextField
        id={currentId}
        label={t.profile.password.current}
        type="password"
        required
        value={current}
        error={mistakes.current}
        attributes={{ autoComplete: 'current-password', spellcheck: false }}
        onInput={setCurrent}
      />
      <PasswordField
        id={nextId}
        label={t.profile.password.new}
        value={next}
        error={mistakes.next}
        required
        onInput={setNext}
      />
      {mistakes.other !== undefined && (
        <p class="alert" role="alert">
          {mistakes.other}
        </p>
      )}
      <div class="row end">
        <Button type="submit" busy={isBusy}>
          {t.profile.password.change}
        </Button>
      </div>
    </form>
  );
};
