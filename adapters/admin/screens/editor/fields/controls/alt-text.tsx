import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../../../contracts/operations/media.ts';
import { api, messageOf } from '../../../../api/client.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import { focusSoon } from '../../../../components/focus-soon.ts';
import { useWrittenLanguage } from '../../../../components/inputs/written-language.ts';
import { showToast } from '../../../../components/show-toast.ts';
import { altIn } from '../../../../media/file-texts.ts';
import { mayEditFile, mayUpload } from '../../../../media/media-rights.ts';
import { useAltText } from '../../../../media/use-alt-text.ts';
import type { TargetFile } from '../../../../references/file-reader.ts';
import { useTargets } from '../../../../references/targets.ts';
import { localeName } from '../../../../shell/locales.ts';
import styles from './alt-text.module.css';

interface AltTextProps {
  /** An image. */
  readonly file: TargetFile;
  readonly isReadOnly: boolean;
  readonly onStored: (file: MediaFileDto) => void;
}

/** The alternative text of an image in the language of the form. Those who may describe the file can add and change it. */
export const AltText = ({ file, isReadOnly, onStored }: AltTextProps) => {
  const { id, uploadedBy } = file;
  const { lang } = useWrittenLanguage();
  const targets = useTargets();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const shown = altIn(file, lang);
  const isMissing = shown === '';
  const canEdit = !isReadOnly && id !== undefined;
  const mayDescribe = canEdit && mayEditFile({ uploadedBy: uploadedBy ?? null });
  // Authors describe their own files: an item names its files without their owners.
  const isOwnerUnknown = canEdit && !mayDescribe && uploadedBy === undefined && mayUpload();

  /** Reads the texts of all languages, and the owner. @throws ApiError, OfflineError. */
  const readFile = async (fileId: string): Promise<MediaFileDto> => {
    const { data } = (await api.getMedia({ params: { id: fileId } })).body;
    targets.know(data);
    return data;
  };
  useEffect(() => {
    if (id !== undefined && isOwnerUnknown && isMissing) readFile(id).catch(() => undefined);
  }, [id, isOwnerUnknown, isMissing]);

  const open = async (): Promise<void> => {
    try {
      const isRead = file.originalName !== undefined || id === undefined;
      const { uploadedBy: owner } = isRead ? file : await readFile(id);
      if (!mayEditFile({ uploadedBy: owner ?? null })) {
        showToast({ kind: 'failed', text: t.fields.altText.onlyOwn });
        return;
      }
      setOpen(true);
      focusSoon(() => box.current?.querySelector('input'));
    } catch (error) {
      showToast({ kind: 'failed', text: messageOf(error) });
    }
  };
  const close = (hadFocus: boolean): void => {
    setOpen(false);
    if (!hadFocus) return;
    focusSoon(() => box.current?.closest('.field')?.querySelector('.row button'));
  };

  if (isMissing && !mayDescribe)
    return <p class={`warn-text ${styles.label}`}>{t.fields.altText.missing}</p>;
  const form = (label: string) => (
    <AltForm
      key={shown}
      file={{ ...file, id: id ?? '' }}
      label={label}
      initial={shown}
      onDone={(stored, hadFocus) => {
        if (stored !== undefined) onStored(stored);
        close(hadFocus);
      }}
    />
  );
  return (
    <div ref={box}>
      {isMissing && form(t.fields.altText.missing)}
      {!isMissing &&
        isOpen &&
        form(
          lang === undefined ? t.fields.altText.label : t.fields.altText.labelIn(localeName(lang)),
        )}
      {!isMissing && !isOpen && (
        <p class={`hint ${styles.shown}`}>
          <span>{t.fields.altText.shown(<bdi>{shown}</bdi>)}</span>
          {(mayDescribe || isOwnerUnknown) && (
            <Button
              kind="quiet"
              icon="edit"
              label={t.fields.altText.change}
              onClick={() => void open()}
            />
          )}
        </p>
      )}
    </div>
  );
};

interface AltFormProps {
  readonly file: TargetFile & { readonly id: string };
  readonly label: string;
  /** The text that is shown now; empty if there is none. */
  readonly initial: string;
  /** Called with the file once a text is stored, and without one if nothing has changed. */
  readonly onDone: (stored: MediaFileDto | undefined, hadFocus: boolean) => void;
}

/** Takes an alternative text. */
const AltForm = ({ file, label, initial, onDone }: AltFormProps) => {
  const inputId = useId();
  const box = useRef<HTMLDivElement>(null);
  const written = useWrittenLanguage();
  const { alt, setAlt, error, isBusy, store } = useAltText(file, initial);

  const add = async (): Promise<void> => {
    // The stored text replaces the form at once.
    const hadFocus = box.current?.contains(document.activeElement) === true;
    const stored = await store();
    if (stored !== undefined || alt.trim() === initial) onDone(stored, hadFocus);
  };
  return (
    <div ref={box} class={styles.missing}>
      <label class={`${initial === '' ? 'warn-text' : ''} ${styles.label}`} for={inputId}>
        {label}
      </label>
      <div class={styles.line}>
        <input
          {...written}
          id={inputId}
          class="input small"
          autoComplete="off"
          placeholder={t.fields.altText.placeholder}
          aria-describedby={error === undefined ? undefined : `${inputId}-error`}
          value={alt}
          onInput={(event) => setAlt(event.currentTarget.value)}
          onChange={() => void add()}
        />
        <Button busy={isBusy} onClick={() => void add()}>
          {initial === '' ? t.common.add : t.common.save}
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
