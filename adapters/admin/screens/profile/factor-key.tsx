import { useState } from 'preact/hooks';
import { api, hasCode } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { copy } from '../../components/texts/copy.ts';
import { CodeField, codeFieldId } from './code-field.tsx';
import { mistakeOf } from './code-mistake.ts';
import styles from './factor-key.module.css';
import { QrCode } from './qr-code.tsx';

/** A key for an app, as the service returns it once. */
export interface ShownKey {
  /** In base32. */
  readonly secret: string;
  /** The same as an `otpauth:` URI. */
  readonly uri: string;
  /** When it was returned, on the clock of `performance`. */
  readonly since: number;
}

/** How long the service waits for the first code. */
const lifetimeMs = 10 * 60_000;

/** In groups of four, as apps show it. */
const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

interface FactorKeyProps {
  readonly shown: ShownKey;
  readonly onExpired: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the key to scan, to open or to type, and asks for the first code. */
export const FactorKey = ({ shown, onExpired, onCodes, onClose }: FactorKeyProps) => {
  const { secret, uri, since } = shown;
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      onCodes((await api.confirmSecondFactor({ body: { code } })).body.data.recoveryCodes);
    } catch (error) {
      if (hasCode(error, 'invalid_code') && performance.now() - since >= lifetimeMs) {
        onExpired();
        return;
      }
      setMistake(mistakeOf(error));
      setBusy(false);
      document.getElementById(codeFieldId)?.focus();
    }
  };

  return (
    <Dialog title={t.secondFactor.key.title} onClose={onClose}>
      <div class={styles.key}>
        <QrCode text={uri} label={t.secondFactor.key.qrCode} />
        <div class={styles.texts}>
          <p>{t.secondFactor.key.scan}</p>
          <p>
            {t.secondFactor.key.onPhone((text) => (
              <a href={uri}>{text}</a>
            ))}
          </p>
          <output class={styles.secret} aria-label={t.secondFactor.key.label}>
            {grouped(secret)}
          </output>
          <Button icon="copy" onClick={() => void copy(secret)}>
            {t.secondFactor.key.copy}
          </Button>
        </div>
      </div>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void confirm();
        }}
      >
        <p>{t.secondFactor.key.enterCode}</p>
        <CodeField value={code} error={mistake} isFirst onInput={setCode} />
        <div class="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t.secondFactor.key.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
