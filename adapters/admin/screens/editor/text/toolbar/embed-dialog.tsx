import { useState } from 'preact/hooks';
import { t } from '../../../../catalogue/texts.ts';
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
    <Dialog title={t.toolbar.embed.title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isWebUrl(typed.trim())) onEmbed(typed.trim());
          else setError(t.toolbar.embed.noAddress);
        }}
      >
        <TextField
          label={t.toolbar.embed.address}
          hint={t.toolbar.embed.hint}
          type="url"
          value={typed}
          error={error}
          onInput={setTyped}
          attributes={{ autoFocus: true, autoComplete: 'off' }}
        />
        <Button type="submit" kind="primary">
          {t.toolbar.embed.title}
        </Button>
      </form>
    </Dialog>
  );
};
