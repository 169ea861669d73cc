import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
import { counted } from '../catalogue/forms.ts';
import { t } from '../catalogue/texts.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { focusSoon } from '../components/focus-soon.ts';
import { TextField } from '../components/inputs/field.tsx';
import { showToast } from '../components/show-toast.ts';
import {
  closeAltDialog,
  hasUnsavedAlt,
  imagesWithoutAlt,
  isAltDialogOpen,
  openAltDialog,
  removeImageWithoutAlt,
  storeAlt,
  typeAlt,
} from './alt-texts.ts';
import { Thumbnail } from './media-thumbnail.tsx';
import styles from './alt-texts-dialog.module.css';

/** Opens the dialog again that asks for alternative texts; nothing while no text is missing. */
export const AltTextsButton = () => {
  const count = imagesWithoutAlt.value.length;
  return count === 0 ? null : (
    <Button icon="edit" onClick={openAltDialog}>
      {counted(count, t.altTexts.open)}
    </Button>
  );
};

/**
 * Asks for the alternative text of each image that has just been uploaded. What is typed stays when it
 * closes.
 */
export const AltTextsDialog = () => (isAltDialogOpen.value ? <AltTexts /> : null);

const AltTexts = () => {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const images = imagesWithoutAlt.value;
  const list = useRef<HTMLUListElement>(null);

  const remove = (id: string): void => {
    removeImageWithoutAlt(id);
    if (imagesWithoutAlt.peek().length === 0) closeAltDialog();
  };

  const save = async (): Promise<void> => {
    setBusy(true);
    const failed: Record<string, string> = {};
    const typed = images.filter(({ alt }) => alt.trim() !== '');
    for (const { file, alt } of typed) {
      try {
        await storeAlt(file, alt);
        if (imagesWithoutAlt.peek().length === 0) closeAltDialog();
      } catch (error) {
        failed[file.id] = messageOf(error);
      }
    }
    setErrors(failed);
    setBusy(false);
    const saved = typed.length - Object.keys(failed).length;
    if (saved === 0) return;
    showToast({ text: counted(saved, t.altTexts.saved) });
  };

  return (
    <Dialog side title={counted(images.length, t.altTexts.title)} onClose={closeAltDialog}>
      <p>{t.altTexts.about}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void save();
        }}
      >
        <ul ref={list} class={styles.images}>
          {images.map(({ file, alt }, index) => (
            <li key={file.id}>
              <Thumbnail file={file} width={72} />
              <TextField
                label={<span class="ellipsis">{file.originalName}</span>}
                value={alt}
                error={errors[file.id]}
                onInput={(text) => typeAlt(file.id, text)}
                attributes={{ autoComplete: 'off', autoFocus: index === 0 }}
              />
              <Button
                kind="quiet"
                label={t.altTexts.skipNamed(file.originalName)}
                onClick={() => {
                  remove(file.id);
                  focusSoon(() => list.current?.querySelector('input'));
                }}
              >
                {t.altTexts.skip}
              </Button>
            </li>
          ))}
        </ul>
        <div class="row end">
          <Button onClick={closeAltDialog}>{t.altTexts.later}</Button>
          <Button kind="primary" type="submit" busy={isBusy} disabled={!hasUnsavedAlt.value}>
            {t.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
