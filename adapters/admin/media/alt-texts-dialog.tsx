import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
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
      Alt texts ({count})
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
        await storeAlt(file.id, alt);
        if (imagesWithoutAlt.peek().length === 0) closeAltDialog();
      } catch (error) {
        failed[file.id] = messageOf(error);
      }
    }
    setErrors(failed);
    setBusy(false);
    const saved = typed.length - Object.keys(failed).length;
    if (saved === 0) return;
    showToast({ text: saved === 1 ? 'Alt text saved.' : `${saved} alt texts saved.` });
  };

  return (
    <Dialog
      side
      title={images.length === 1 ? 'Describe the image' : `Describe ${images.length} images`}
      onClose={closeAltDialog}
    >
      <p>
        An alternative text says what an image shows, for people who cannot see it. Skip images that
        are only decoration.
      </p>
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
                label={`Skip ${file.originalName}`}
                onClick={() => {
                  remove(file.id);
                  focusSoon(() => list.current?.querySelector('input'));
                }}
              >
                Skip
              </Button>
            </li>
          ))}
        </ul>
        <div class="row end">
          <Button onClick={closeAltDialog}>Later</Button>
          <Button kind="primary" type="submit" busy={isBusy} disabled={!hasUnsavedAlt.value}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
