import { useEffect, useState } from 'preact/hooks';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { TextField } from '../../components/inputs/field.tsx';
import type { TrashEntry } from './read-trash.ts';

interface RestoreDialogProps {
  readonly entry: TrashEntry;
  /** Called with the status of the restored item. */
  readonly onRestored: (entry: TrashEntry, status: string) => void;
  readonly onClose: () => void;
}

/** Restores an item with another slug, because other content has its own. */
export const RestoreDialog = ({ entry, onRestored, onClose }: RestoreDialogProps) => {
  const [slug, setSlug] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const suggest = async (taken: string): Promise<void> => {
    const { body } = await api.checkSlug({ query: { slug: taken } });
    const { available, suggestion } = body.data;
    setSlug(available ? taken : (suggestion ?? ''));
  };
  // Without a suggestion, the user types one.
  useEffect(() => void suggest(entry.slug).catch(() => undefined), []);

  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      const { body } = await api.restoreFromTrash({ params: { id: entry.id }, body: { slug } });
      onRestored(entry, body.data.status);
    } catch (reason) {
      setError(
        hasCode(reason, 'slug_taken') ? 'Other content has this slug, too.' : messageOf(reason),
      );
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="Restore with another slug"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void restore()}>
            Restore
          </Button>
        </>
      }
    >
      <p>
        Other content has the slug <strong class="breakable">{entry.slug}</strong> now. “
        <span dir="auto">{entry.title}</span>” needs another one.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void restore();
        }}
      >
        <TextField
          label="Slug"
          value={slug}
          error={error}
          onInput={setSlug}
          attributes={{ autoFocus: true }}
        />
      </form>
    </Dialog>
  );
};
