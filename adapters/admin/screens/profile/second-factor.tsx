import { useState } from 'preact/hooks';
import type { OwnAccountDto } from '../../../../contracts/schemas/account-schemas.ts';
import { t } from '../../catalogue/texts.ts';
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
        <h2 id="factor-heading">{t.secondFactor.title}</h2>
        <span class={user.hasSecondFactor ? 'chip good' : 'chip'}>
          {user.hasSecondFactor ? t.secondFactor.on : t.secondFactor.off}
        </span>
      </header>
      <p class="quiet-text">
        {t.secondFactor.explanation}
        {provider !== undefined && <> {t.secondFactor.providerNeedsNone(<bdi>{provider}</bdi>)}</>}
      </p>
      {user.hasSecondFactor ? (
        <div class="row end">
          <Button onClick={() => setOpen('renew')}>{t.secondFactor.newCodes}</Button>
          <Button onClick={() => setOpen('remove')}>{t.secondFactor.remove}</Button>
        </div>
      ) : (
        <div class="row end">
          <Button kind="primary" onClick={() => setOpen('set up')}>
            {t.secondFactor.setUp}
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
