import type { CreatedApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import { ValueDialog } from '../../components/dialogs/value-dialog.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { useLeaveGuard } from '../../shell/unsaved/unsaved-changes.ts';

interface TokenValueDialogProps {
  readonly token: CreatedApiTokenDto;
  readonly onStored: () => void;
}

/** Shows the value of a new token. Going back does not close it either. */
export const TokenValueDialog = ({ token, onStored }: TokenValueDialogProps) => {
  useLeaveGuard(() => true);
  return (
    <ValueDialog
      title={`The value of ${token.name}`}
      value={token.token}
      label="Value of the token"
      advice="Copy the value and store it now, for example in the secrets of your site. It is not shown again."
      onStored={onStored}
    >
      <p>Send it with every request:</p>
      <CodeBlock
        code={`curl ${location.origin}/api/content \\\n  -H "X-API-Key: ${token.token}"`}
        label="example"
      />
    </ValueDialog>
  );
};
