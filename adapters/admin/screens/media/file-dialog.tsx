import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Field, SelectField, TextField } from '../../components/inputs/field.tsx';
import { showToast } from '../../components/show-toast.ts';
import { removeImageWithoutAlt } from '../../media/alt-texts.ts';
import { changedTexts, type LanguageTexts } from '../../media/file-texts.ts';
import { areSameCrops, storedCrop } from '../../media/library/crop.ts';
import { kindOf } from '../../media/media-facts.ts';
import { libraryChanged } from '../../media/media-page.ts';
import { mayDeleteFile, mayEditFile } from '../../media/media-rights.ts';
import { readUsage } from '../../references/read-usage.ts';
import { UsageWarning, UsedIn } from '../../references/used-in.tsx';
import { hasLocales, localeOf, locales } from '../../shell/locales.ts';
import { FileActions, FileFacts } from './file-facts.tsx';
import styles from './file-dialog.module.css';
import { FilePreview } from './file-preview.tsx';
import { changedPlace, placeOf, PlaceFields, type FilePlace } from './place-fields.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

/** Of the last request. Shown in the dialog: what is outside of it is not read out. */
type Outcome = 'saved' | { readonly failure: string } | undefined;

interface FileDialogProps {
  readonly file: MediaFileDto;
  readonly onChange: (file: MediaFileDto) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** A file with its preview, texts, focus and facts. */
export const FileDialog = ({ file, onChange, onDelete, onClose }: FileDialogProps) => {
  const name = file.originalName;
  const [alt, setAlt] = useState(file.alt);
  const [caption, setCaption] = useState(file.caption);
  const [texts, setTexts] = useState(file.texts ?? {});
  /** In which the texts are shown; empty for those of the file itself. */
  const [language, setLanguage] = useState('');
  const [focus, setFocus] = useState(file.focus);
  const [crop, setCrop] = useState(file.crop);
  const [place, setPlace] = useState<FilePlace>(placeOf(file));
  const [isReplacing, setReplacing] = useState(false);
  const [issues, setIssues] = useState<FieldIssues>({});
  const [outcome, setOutcome] = useState<Outcome>(undefined);
  const [isBusy, setBusy] = useState(false);
  const mayEdit = mayEditFile(file);
  const isFocusChanged = focus?.x !== file.focus?.x || focus?.y !== file.focus?.y;
  const translated = changedTexts(file.texts ?? {}, texts);
  const isCropChanged = !areSameCrops(storedCrop(crop), file.crop);
  const moved = changedPlace(file, place);
  const isChanged =
    alt !== file.alt ||
    caption !== file.caption ||
    isFocusChanged ||
    isCropChanged ||
    moved !== undefined ||
    translated !== undefined;
  const shown = language === '' ? { alt, caption } : (texts[language] ?? {});
  const type = (part: LanguageTexts): void => {
    if (language !== '') setTexts({ ...texts, [language]: { ...texts[language], ...part } });
    else if (part.alt === undefined) setCaption(part.caption ?? '');
    else setAlt(part.alt);
  };
  const lang = language === '' ? undefined : language;

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { body } = await api.updateMedia({
        params: { id: file.id },
        body: {
          alt,
          caption,
          ...moved,
          ...(isFocusChanged && { focus: focus ?? null }),
          ...(isCropChanged && { crop: storedCrop(crop) ?? null }),
          ...(translated !== undefined && { texts: translated }),
        },
      });
      setIssues({});
      setAlt(body.data.alt);
      setCaption(body.data.caption);
      setTexts(body.data.texts ?? {});
      setFocus(body.data.focus);
      setCrop(body.data.crop);
      setPlace(placeOf(body.data));
      if (moved?.folder !== undefined) libraryChanged();
      if (body.data.alt !== '') removeImageWithoutAlt(file.id);
      onChange(body.data);
      setOutcome('saved');
    } catch (error) {
      setIssues(issuesOf(error));
      setOutcome({ failure: t.files.notSaved(messageOf(error)) });
    } finally {
      setBusy(false);
    }
  };

  const close = async (): Promise<void> => {
    const isSure =
      !isChanged ||
      (await confirm({
        title: t.files.discardQuestion,
        text: t.files.discardEffect(name),
        action: t.files.discard,
        cancel: t.common.keepEditing,
        danger: true,
      }));
    if (isSure) onClose();
  };

  const remove = async (): Promise<void> => {
    try {
      const usage = await readUsage({ kind: 'media', id: file.id });
      const isSure = await confirm({
        title: t.files.deleteQuestion(name),
        text: (
          <>
            <p>{t.files.deleteEffect}</p>
            <UsageWarning usage={usage} effect={t.files.referencesBreak} />
          </>
        ),
        action: t.common.delete,
        danger: true,
      });
      if (!isSure) return;
      await api.deleteMedia({ params: { id: file.id } });
      removeImageWithoutAlt(file.id);
      onClose();
      onDelete();
      showToast({ text: t.files.deleted(name) });
    } catch (error) {
      setOutcome({ failure: t.files.notDeleted(messageOf(error)) });
    }
  };

  return (
    <Dialog wide title={name} onClose={() => void close()}>
      <div class={styles.columns}>
        <FilePreview
          file={file}
          focus={focus}
          crop={crop}
          onFocus={mayEdit ? setFocus : undefined}
          onCrop={mayEdit ? setCrop : undefined}
        />
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy && mayEdit) void save();
          }}
        >
          {hasLocales() && (
            <SelectField
              label={t.files.textsFor}
              hint={language === '' ? t.files.ownTexts : t.files.fallbackTexts}
              value={language}
              options={[
                { value: '', label: t.files.allLanguages },
                ...locales.value.map(({ code, name: label }) => ({ value: code, label })),
              ]}
              onChange={setLanguage}
            />
          )}
          {kindOf(file) === 'image' && (
            <TextField
              label={t.files.alt}
              hint={t.files.altHint}
              value={shown.alt ?? ''}
              error={issues['alt']}
              onInput={(next) => type({ alt: next })}
              attributes={{
                readOnly: !mayEdit,
                autoComplete: 'off',
                lang,
                placeholder: language === '' ? undefined : alt,
              }}
            />
          )}
          <Field label={t.files.caption} error={issues['caption']}>
            {(control) => (
              <textarea
                {...control}
                class="input"
                readOnly={!mayEdit}
                lang={lang}
                dir={localeOf(lang)?.direction ?? 'auto'}
                placeholder={language === '' ? undefined : caption}
                value={shown.caption ?? ''}
                onInput={(event) => type({ caption: event.currentTarget.value })}
              />
            )}
          </Field>
          <PlaceFields place={place} issues={issues} readOnly={!mayEdit} onChange={setPlace} />
          {typeof outcome === 'object' && (
            <p class="alert" role="alert">
              {outcome.failure}
            </p>
          )}
          {mayEdit ? (
            <div class="row end">
              <span class="quiet-text" role="status">
                {outcome === 'saved' && !isChanged && t.common.saved}
              </span>
              <Button kind="primary" type="submit" busy={isBusy} disabled={!isChanged}>
                {t.common.save}
              </Button>
            </div>
          ) : (
            <p class="hint">{t.files.ownOnly}</p>
          )}
          <FileFacts file={file} />
          <UsedIn kind="media" id={file.id} what={t.files.thisFile} />
          <FileActions
            file={file}
            onReplace={mayEdit ? () => setReplacing(true) : undefined}
            onDelete={mayDeleteFile(file) ? () => void remove() : undefined}
          />
        </form>
      </div>
      {isReplacing && (
        <ReplaceDialog
          file={file}
          onClose={() => setReplacing(false)}
          onReplaced={(replaced, report) => {
            setReplacing(false);
            setPlace(placeOf(replaced));
            onChange(replaced);
            showToast({ text: report });
          }}
        />
      )}
    </Dialog>
  );
};
