import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { showToast } from '../../components/show-toast.ts';
import { loadAccount } from '../../shell/session.ts';
import { CodeField, codeFieldId } from './code-field.tsx';
import { mistakeOf } from './code-mistake.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export type FactorChange = 'renew' | 'remove';

interface ChangeFactorProps {
  readonly change: FactorChange;
  readonly onClose: () => void;
  /** Called when it is done. */
  readonly onChanged: () => void;
}

const texts = { renew: t.secondFactor.renew, remove: t.secondFactor.removal };

/** Asks for a code, then replaces the recovery codes or removes the second factor. */
export const ChangeFactor = ({ change, onClose, onChanged }: ChangeFactorProps) => {
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const { title, text, action } = texts[change];

  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      if (change === 'renew') {
        setCodes((await api.renewRecoveryCodes({ body: { code } })).body.data.recoveryCodes);
      } else {
        await api.removeSecondFactor({ body: { code } });
        await loadAccount().catch(() => undefined);
        onClose();
        showToast({ text: t.secondFactor.removed });
      }
      onChanged();
    } catch (error) {
      setMistake(mistakeOf(error));
      setBusy(false);
      document.getElementById(codeFieldId)?.focus();
    }
  };

  if (codes !== undefined) return <RecoveryCodes codes={codes} isRenewal onDone={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void run();
        }}
      >
        <CodeField
          value={code}
          error={mistake}
          isFirst
          acceptsRecoveryCodes={change === 'remove'}
          onInput={setCode}
        />
        <div class="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind={change === 'remove' ? 'danger' : 'primary'} type="submit" busy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
