import type { CreatedApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import { t } from '../../catalogue/texts.ts';
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
      title={t.apiTokens.valueTitle(token.name)}
      value={token.token}
      label={t.apiTokens.valueLabel}
      advice={t.apiTokens.valueAdvice}
      onStored={onStored}
    >
      <p>{t.apiTokens.valueUse}</p>
      <CodeBlock
        code={`curl ${location.origin}/api/content \\\n  -H "X-API-Key: ${token.token}"`}
        label={t.apiTokens.example}
      />
    </ValueDialog>
  );
};
