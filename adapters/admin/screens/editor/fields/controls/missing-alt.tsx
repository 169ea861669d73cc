import { useEffect, useId, useRef } from 'preact/hooks';
import type { MediaFileDto } from '../../../../../../contracts/operations/media.ts';
import { api } from '../../../../api/client.ts';
import { Button } from '../../../../components/button.tsx';
import { mayEditFile, mayUpload } from '../../../../media/media-rights.ts';
import { useAltText } from '../../../../media/use-alt-text.ts';
import type { TargetFile } from '../../../../references/file-reader.ts';
import { useTargets } from '../../../../references/targets.ts';
import styles from './missing-alt.module.css';

interface MissingAltProps {
  /** An image without an alternative text. */
  readonly file: TargetFile;
  readonly isReadOnly: boolean;
  readonly onStored: (file: MediaFileDto) => void;
}

/** Says that an image has no alternative text, and takes one from those who may describe the file. */
export const MissingAlt = ({ file, isReadOnly, onStored }: MissingAltProps) => {
  const { id, uploadedBy } = file;
  const targets = useTargets();
  const inputId = useId();
  const field = useRef<HTMLDivElement>(null);
  const { alt, setAlt, error, isBusy, store } = useAltText(id);
  const mayDescribe =
    !isReadOnly && id !== undefined && mayEditFile({ uploadedBy: uploadedBy ?? null });

  // Authors describe their own files: an item names its files without their owners.
  const isOwnerUnknown = !isReadOnly && !mayDescribe && uploadedBy === undefined && mayUpload();
  useEffect(() => {
    if (id === undefined || !isOwnerUnknown) return;
    api.getMedia({ params: { id } }).then(
      ({ body }) => targets.know(body.data),
      () => undefined,
    );
  }, [id, isOwnerUnknown]);

  const add = async (): Promise<void> => {
    const hadFocus = field.current?.contains(document.activeElement) === true;
    const next = field.current?.closest('.field')?.querySelector<HTMLElement>('.row button');
    const stored = await store();
    if (stored === undefined) return;
    onStored(stored);
    if (hadFocus) next?.focus();
  };

  if (!mayDescribe) return <p class={`warn-text ${styles.label}`}>No alt text</p>;
  return (
    <div ref={field} class={styles.missing}>
      <label class={`warn-text ${styles.label}`} for={inputId}>
        No alt text
      </label>
      <div class={styles.line}>
        <input
          id={inputId}
          class="input small"
          dir="auto"
          autoComplete="off"
          placeholder="What does it show?"
          aria-describedby={error === undefined ? undefined : `${inputId}-error`}
          value={alt}
          onInput={(event) => setAlt(event.currentTarget.value)}
          onChange={() => void add()}
        />
        <Button busy={isBusy} onClick={() => void add()}>
          Add
        </Button>
      </div>
      {error !== undefined && (
        <p class="error" id={`${inputId}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};
