import { useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Checkbox } from '../../components/inputs/field.tsx';
import { copy } from '../../components/texts/copy.ts';
import { formatDate } from '../../components/format-time.ts';
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
  t.secondFactor.codes.titleOf(
    account.value?.email ?? '',
    siteName.value,
    location.origin,
    formatDate(Date.now()),
  );

const download = (text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t.secondFactor.codes.file;
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
      title={t.secondFactor.codes.title}
      locked
      onClose={() => undefined}
      actions={
        <Button kind="primary" disabled={!isSaved} onClick={onDone}>
          {t.common.done}
        </Button>
      }
    >
      <p>
        {t.secondFactor.codes.whatFor}
        {isRenewal && ` ${t.secondFactor.codes.earlierEnd}`}
      </p>
      <p class={styles.title} dir="auto">
        {titleOf()}
      </p>
      <ol class={styles.codes} aria-label={t.secondFactor.codes.label}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="row screen-only">
        <Button icon="copy" onClick={() => void copy(text)}>
          {t.common.copy}
        </Button>
        <Button icon="file" onClick={() => download(`${titleOf()}\n\n${text}\n`)}>
          {t.secondFactor.codes.download}
        </Button>
        <Button icon="content" onClick={() => print()}>
          {t.secondFactor.codes.print}
        </Button>
      </div>
      <div class="screen-only">
        <Checkbox
          label={t.secondFactor.codes.saved}
          hint={t.secondFactor.codes.where}
          checked={isSaved}
          onChange={setSaved}
        />
      </div>
    </Dialog>
  );
};
