import { useState } from 'preact/hooks';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { TextField } from '../../../../components/inputs/field.tsx';
import { isWebUrl } from '../addresses.ts';

interface EmbedDialogProps {
  readonly onEmbed: (address: string) => void;
  readonly onClose: () => void;
}

/** Asks for the address of a video, a post or the like. */
export const EmbedDialog = ({ onEmbed, onClose }: EmbedDialogProps) => {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Dialog title="Embed" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isWebUrl(typed.trim())) onEmbed(typed.trim());
          else setError('Enter an address that begins with https://');
        }}
      >
        <TextField
          label="Address"
          hint="Of a video, a post or a page. It stands on a line of its own; the site decides how it is shown."
          type="url"
          value={typed}
          error={error}
          onInput={setTyped}
          attributes={{ autoFocus: true, autoComplete: 'off' }}
        />
        <Button type="submit" kind="primary">
          Embed
        </Button>
      </form>
    </Dialog>
  );
};
