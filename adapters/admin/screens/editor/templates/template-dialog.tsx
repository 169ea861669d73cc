import { useState } from 'preact/hooks';
import { itemTemplateLimits } from '../../../../../contracts/client/vocabulary.ts';
import { hasCode, messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { TextField } from '../../../components/inputs/field.tsx';
import { showToast } from '../../../components/show-toast.ts';
import type { Editing } from '../model/editing.ts';
import { saveTemplate } from './save-template.ts';

interface TemplateDialogProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

const formId = 'template-form';

/** Makes a template of what the form contains. Asks for its name, and before it replaces another one. */
export const TemplateDialog = ({ editing, onClose }: TemplateDialogProps) => {
  const { collection, text } = editing;
  const [input, setInput] = useState(text.peek().title);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = input.trim();

  const save = async (): Promise<void> => {
    const isSaved = await saveTemplate({
      collection: collection.name,
      name,
      item: text.peek(),
      mayReplace: () =>
        confirm({
          title: t.templates.replaceQuestion(name),
          text: t.templates.replaceText,
          action: t.templates.replace,
        }),
    });
    if (!isSaved) return;
    onClose();
    showToast({ text: t.templates.saved(name) });
  };
  const submit = (): void => {
    if (isBusy) return;
    if (name === '') {
      setError(t.templates.nameNeeded);
      return;
    }
    setBusy(true);
    save()
      .catch((failure: unknown) =>
        setError(
          hasCode(failure, 'version_mismatch') ? t.templates.othersSave : messageOf(failure),
        ),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={t.templates.saveAs}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy} attributes={{ form: formId }}>
            {t.templates.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t.common.name}
          hint={t.templates.nameHint}
          required
          error={error}
          attributes={{ autoFocus: true, maxLength: itemTemplateLimits.name }}
          value={input}
          onInput={setInput}
        />
      </form>
    </Dialog>
  );
};
