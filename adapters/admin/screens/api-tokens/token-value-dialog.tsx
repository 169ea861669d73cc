import type { CreatedApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { copy } from '../../components/texts/copy.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { useLeaveGuard } from '../../shell/unsaved/unsaved-changes.ts';
import styles from './token-value-dialog.module.css';

interface TokenValueDialogProps {
  readonly token: CreatedApiTokenDto;
  readonly onStored: () => void;
}

/**
 * Shows the value of a new token. Only the button closes it, not even going back, because
 * the value cannot be shown again.
 */
export const TokenValueDialog = ({ token, onStored }: TokenValueDialogProps) => {
  useLeaveGuard(() => true);
  return (
    <Dialog
      title={`The value of ${token.name}`}
      locked
      onClose={() => undefined}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy(token.token)}>
            Copy
          </Button>
          <Button kind="primary" onClick={onStored}>
            I have stored it
          </Button>
        </>
      }
    >
      <p>
        Copy the value and store it now, for example in the secrets of your site. It is not shown
        again.
      </p>
      <output class={styles.value} aria-label="Value of the token">
        {token.token}
      </output>
      <p>Send it with every request:</p>
      <CodeBlock
        code={`curl ${location.origin}/api/content \\\n  -H "X-API-Key: ${token.token}"`}
        label="example"
      />
    </Dialog>
  );
};
