import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Checkbox } from '../../components/inputs/field.tsx';
import { copy } from '../../components/texts/copy.ts';
import { formatDate } from '../../components/time.tsx';
import { siteName } from '../../shell/screen.tsx';
import { account } from '../../shell/session.ts';
import { useLeaveGuard } from '../../shell/unsaved/unsaved-changes.ts';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Whether they replace others. */
  readonly isRenewal?: boolean;
  readonly onDone: () => void;
}

/** Says what the codes are for, to people who find them later. */
const titleOf = (): string =>
  `Recovery codes of ${account.value?.email ?? ''} for ${siteName.value} (${location.origin}), ${formatDate(Date.now())}`;

const download = (text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
};

/** Shows recovery codes once. Only somebody who says that they are saved can close it; going back does not. */
export const RecoveryCodes = ({ codes, isRenewal = false, onDone }: RecoveryCodesProps) => {
  const [isSaved, setSaved] = useState(false);
  useLeaveGuard(() => true);
  const text = codes.join('\n');
  return (
    <Dialog
      title="Save your recovery codes"
      locked
      onClose={() => undefined}
      actions={
        <Button kind="primary" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      }
    >
      <p>
        Without your app, a recovery code signs you in. Each works once.
        {isRenewal && ' Your earlier ones do not work any more.'}
      </p>
      <p class={styles.title} dir="auto">
        {titleOf()}
      </p>
      <ol class={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="row screen-only">
        <Button icon="copy" onClick={() => void copy(text)}>
          Copy
        </Button>
        <Button icon="file" onClick={() => download(`${titleOf()}\n\n${text}\n`)}>
          Download
        </Button>
        <Button icon="content" onClick={() => print()}>
          Print
        </Button>
      </div>
      <div class="screen-only">
        <Checkbox
          label="I have saved these codes"
          hint="In a password manager or on paper, not only on the phone with the app. They are not shown again."
          checked={isSaved}
          onChange={setSaved}
        />
      </div>
    </Dialog>
  );
};
