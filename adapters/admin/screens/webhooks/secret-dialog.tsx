import type { CreatedWebhookDto } from '../../../../contracts/operations/webhooks.ts';
import { t } from '../../catalogue/texts.ts';
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
      title={t.webhooks.secretTitle(webhook.name)}
      value={webhook.secret}
      label={t.webhooks.secretLabel}
      advice={
        <>
          {t.webhooks.secretAdvice}
          {isRotated && ` ${t.webhooks.alsoPrevious}`}
        </>
      }
      onStored={onStored}
    >
      <p>{t.webhooks.secretUse}</p>
      <CodeBlock code={example} label={t.webhooks.example} />
    </ValueDialog>
  );
};
