import type { CreatedWebhookDto } from '../../../../contracts/operations/webhooks.ts';
import { ValueDialog } from '../../components/dialogs/value-dialog.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { useLeaveGuard } from '../../shell/unsaved/unsaved-changes.ts';

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

/** Shows the secret of a webhook. Going back does not close it either. */
export const SecretDialog = ({ webhook, isRotated, onStored }: SecretDialogProps) => {
  useLeaveGuard(() => true);
  return (
    <ValueDialog
      title={`The secret of ${webhook.name}`}
      value={webhook.secret}
      label="Secret of the webhook"
      advice={
        <>
          Copy the secret and store it in the receiver now. It is not shown again.
          {isRotated && ' For 24 hours, requests are also signed with the previous secret.'}
        </>
      }
      onStored={onStored}
    >
      <p>The receiver checks every request with it:</p>
      <CodeBlock code={example} label="example" />
    </ValueDialog>
  );
};
