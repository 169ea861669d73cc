import { useState } from 'preact/hooks';
import { api, hasCode } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { TextField } from '../../components/inputs/field.tsx';
import { account, identityProvider, loadAccount } from '../../shell/session.ts';
import { mistakeOf } from './code-mistake.ts';
import type { ShownKey } from './factor-key.tsx';

const passwordId = 'factor-password';

/** A sign-in that leads back to this screen. */
const signInUrl = '/auth/oidc?next=/admin/profile';

interface FactorProofProps {
  /** Whether the key of a former attempt has expired. */
  readonly hasExpired: boolean;
  readonly onKey: (key: ShownKey) => void;
  readonly onClose: () => void;
}

/** Asks for the password; of an account without one, the sign-in must be recent. */
export const FactorProof = ({ hasExpired, onKey, onClose }: FactorProofProps) => {
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [isTooOld, setTooOld] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const hasPassword = account.value?.signInMethods.includes('password') ?? true;
  const provider = identityProvider.value ?? t.profile.identityProvider;

  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = (await api.beginSecondFactor({ body: hasPassword ? { password } : {} }))
        .body;
      onKey({ ...data, since: performance.now() });
    } catch (error) {
      if (!hasPassword && hasCode(error, 'wrong_password')) setTooOld(true);
      else setMistake(mistakeOf(error));
      if (hasCode(error, 'factor_exists')) await loadAccount().catch(() => undefined);
      setBusy(false);
      document.getElementById(passwordId)?.focus();
    }
  };

  return (
    <Dialog title={t.secondFactor.proof.title} onClose={onClose}>
      {hasExpired && (
        <p class="alert" role="alert">
          {t.secondFactor.proof.expired}
        </p>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void begin();
        }}
      >
        <p>{t.secondFactor.proof.needsApp}</p>
        {hasPassword ? (
          <>
            {/* Password managers find the password by this name. */}
            <input
              type="hidden"
              name="username"
              autoComplete="username"
              value={account.value?.email}
            />
            <TextField
              id={passwordId}
              label={t.profile.password.current}
              type="password"
              required
              value={password}
              error={mistake}
              attributes={{
                autoComplete: 'current-password',
                spellcheck: false,
                autoFocus: true,
              }}
              onInput={setPassword}
            />
          </>
        ) : (
          <>
            <p>{t.secondFactor.proof.noPassword(<bdi>{provider}</bdi>)}</p>
            {isTooOld && (
              <p class="alert" role="alert">
                {t.secondFactor.proof.tooOld((text) => (
                  <a href={signInUrl}>{text}</a>
                ))}
              </p>
            )}
            {mistake !== undefined && (
              <p class="alert" role="alert">
                {mistake}
              </p>
            )}
          </>
        )}
        <div class="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            busy={isBusy}
            attributes={hasPassword ? {} : { autoFocus: true }}
          >
            {t.secondFactor.proof.next}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
