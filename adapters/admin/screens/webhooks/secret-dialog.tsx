import type { CreatedWebhookDto } from '../../../../contracts/operations/webhooks.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { copy } from '../../components/texts/copy.ts';
import { useLeaveGuard } from '../../shell/unsaved/unsaved-changes.ts';
import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly webhook: CreatedWebhookDto;
  /** Whether it takes the place of another one. */
  readonly isRotated: boolean;
  readonly onStored: () => void;
}

const example = [
  "import { Webhook } from 'standardwebhooks';",
  '',
  'new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);',
].join('\n');

/** Shows a secret. Only the button closes it, because the secret cannot be shown again. */
export const SecretDialog = ({ webhook, isRotated, onStored }: SecretDialogProps) => {
  useLeaveGuard(() => true);
  return (
    <Dialog
      title={`The secret of ${webhook.name}`}
      locked
      onClose={() => undefined}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy(webhook.secret)}>
            Copy
          </Button>
          <Button kind="primary" onClick={onStored}>
            I have stored it
          </Button>
        </>
      }
    >
      <p>
        Copy the secret and store it in the receiver now. It is not shown again.
        {isRotated && ' For 24 hours, requests are also signed with the previous secret.'}
      </p>
      <output class={styles.value} aria-label="Secret of the webhook">
        {webhook.secret}
      </output>
      <p>The receiver checks every request with it:</p>
      <CodeBlock code={example} label="example" />
    </Dialog>
  );
};
