import { useState } from 'preact/hooks';
import type { OwnAccountDto } from '../../../../contracts/schemas/account-schemas.ts';
import { Button } from '../../components/button.tsx';
import { late } from '../../components/dialogs/late.tsx';
import { identityProvider } from '../../shell/session.ts';

const SetUpFactor = late(async () => (await import('./set-up-factor.tsx')).SetUpFactor);
const ChangeFactor = late(async () => (await import('./change-factor.tsx')).ChangeFactor);

interface SecondFactorProps {
  readonly user: OwnAccountDto;
  /** Called after each change, which ends the trust in browsers, and other sessions. */
  readonly onChange: () => void;
}

/** Whether signing in needs a code, and what to do about it. */
export const SecondFactor = ({ user, onChange }: SecondFactorProps) => {
  const [open, setOpen] = useState<'set up' | 'renew' | 'remove'>();
  const close = (): void => setOpen(undefined);
  const provider = identityProvider.value;
  return (
    <section class="card" aria-labelledby="factor-heading">
      <header>
        <h2 id="factor-heading">Second factor</h2>
        <span class={user.hasSecondFactor ? 'chip good' : 'chip'}>
          {user.hasSecondFactor ? 'On' : 'Off'}
        </span>
      </header>
      <p class="quiet-text">
        With a second factor, nobody can sign in with your password alone: signing in also needs a
        code that an app makes, for example on your phone.
        {provider !== undefined && (
          <>
            {' '}
            Signing in with <bdi>{provider}</bdi> needs none.
          </>
        )}
      </p>
      {user.hasSecondFactor ? (
        <div class="row end">
          <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
          <Button onClick={() => setOpen('remove')}>Remove second factor</Button>
        </div>
      ) : (
        <div class="row end">
          <Button kind="primary" onClick={() => setOpen('set up')}>
            Set up second factor
          </Button>
        </div>
      )}
      {open === 'set up' && <SetUpFactor onClose={close} onSet={onChange} />}
      {(open === 'renew' || open === 'remove') && (
        <ChangeFactor change={open} onClose={close} onChanged={onChange} />
      )}
    </section>
  );
};
