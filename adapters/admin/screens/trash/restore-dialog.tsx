import { useEffect, useState } from 'preact/hooks';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { TextField } from '../../components/inputs/field.tsx';
import type { TrashEntry } from './read-trash.ts';

/** What is restored. */
export interface RestoredEntry extends TrashEntry {
  /** Whether it comes back without the translations that it had. */
  readonly isAlone: boolean;
}

/** Asks whether to restore an item without the translations that it had, because they have its language again. */
export const wantsAlone = ({ title }: TrashEntry): Promise<boolean> =>
  confirm({
    title: t.trash.alone.question(title),
    text: t.trash.alone.explanation,
    action: t.trash.alone.action,
  });

interface RestoreDialogProps {
  readonly entry: RestoredEntry;
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
      const { body } = await api.restoreFromTrash({
        params: { id: entry.id },
        body: { slug, ...(entry.isAlone && { alone: true }) },
      });
      onRestored(entry, body.data.status);
    } catch (reason) {
      setError(hasCode(reason, 'slug_taken') ? t.trash.otherSlug.taken : messageOf(reason));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t.trash.otherSlug.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void restore()}>
            {t.common.restore}
          </Button>
        </>
      }
    >
      <p>
        {t.trash.otherSlug.explanation(
          <strong class="breakable">{entry.slug}</strong>,
          <span dir="auto">{entry.title}</span>,
        )}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void restore();
        }}
      >
        <TextField
          label={t.common.slug}
          value={slug}
          error={error}
          onInput={setSlug}
          attributes={{ autoFocus: true }}
        />
      </form>
    </Dialog>
  );
};
