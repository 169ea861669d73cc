import { useLayoutEffect } from 'preact/hooks';
import type { CreatedApiTokenDto } from '../../../../contracts/api-tokens.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { copy } from '../../components/copy.ts';
import { Dialog } from '../../components/dialog.tsx';
import { guardLeaving } from '../../shell/router.ts';

interface TokenValueDialogProps {
  readonly token: CreatedApiTokenDto;
  readonly onStored: () => void;
}

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Shows the value of a new token. Only the button closes it, because the value cannot be shown again. */
export const TokenValueDialog = ({ token, onStored }: TokenValueDialogProps) => {
  useLayoutEffect(() => {
    addEventListener('beforeunload', askBrowser);
    // Also the back button of the browser leaves the value on the screen.
    const removeGuard = guardLeaving(() => Promise.resolve(false));
    return () => {
      removeEventListener('beforeunload', askBrowser);
      removeGuard();
    };
  }, []);
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
      <output class="token-value" aria-label="Value of the token">
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
