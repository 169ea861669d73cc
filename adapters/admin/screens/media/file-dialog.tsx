import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { copy } from '../../components/texts/copy.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Field, TextField } from '../../components/inputs/field.tsx';
import { formatTime } from '../../components/time.tsx';
import { showToast } from '../../components/show-toast.ts';
import { removeImageWithoutAlt } from '../../media/alt-texts.ts';
import { formatDimensions, formatName, formatSize, kindOf } from '../../media/media-facts.ts';
import { mayDeleteFile, mayEditFile } from '../../media/media-rights.ts';
import { readUsage } from '../../references/read-usage.ts';
import { UsageWarning, UsedIn } from '../../references/used-in.tsx';
import styles from './file-dialog.module.css';
import { FilePreview } from './file-preview.tsx';

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
  const [focus, setFocus] = useState(file.focus);
  const [issues, setIssues] = useState<FieldIssues>({});
  const [outcome, setOutcome] = useState<Outcome>(undefined);
  const [isBusy, setBusy] = useState(false);
  const mayEdit = mayEditFile(file);
  const isFocusChanged = focus?.x !== file.focus?.x || focus?.y !== file.focus?.y;
  const isChanged = alt !== file.alt || caption !== file.caption || isFocusChanged;

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { body } = await api.updateMedia({
        params: { id: file.id },
        body: { alt, caption, ...(isFocusChanged && { focus: focus ?? null }) },
      });
      setIssues({});
      setAlt(body.data.alt);
      setCaption(body.data.caption);
      setFocus(body.data.focus);
      if (body.data.alt !== '') removeImageWithoutAlt(file.id);
      onChange(body.data);
      setOutcome('saved');
    } catch (error) {
      setIssues(issuesOf(error));
      setOutcome({ failure: `Your changes were not saved. ${messageOf(error)}` });
    } finally {
      setBusy(false);
    }
  };

  const close = async (): Promise<void> => {
    const isSure =
      !isChanged ||
      (await confirm({
        title: 'Discard your changes?',
        text: `The changes of ${name} are not saved.`,
        action: 'Discard the changes',
        cancel: 'Keep editing',
        danger: true,
      }));
    if (isSure) onClose();
  };

  const remove = async (): Promise<void> => {
    try {
      const usage = await readUsage({ kind: 'media', id: file.id });
      const isSure = await confirm({
        title: `Delete ${name}?`,
        text: (
          <>
            <p>
              Its URL stops working at once. Content that uses the file is not changed and will miss
              it. This cannot be undone.
            </p>
            <UsageWarning usage={usage} effect="References to it break." />
          </>
        ),
        action: 'Delete',
        danger: true,
      });
      if (!isSure) return;
      await api.deleteMedia({ params: { id: file.id } });
      removeImageWithoutAlt(file.id);
      onClose();
      onDelete();
      showToast({ text: `${name} was deleted.` });
    } catch (error) {
      setOutcome({ failure: `The file was not deleted. ${messageOf(error)}` });
    }
  };

  return (
    <Dialog wide title={name} onClose={() => void close()}>
      <div class={styles.columns}>
        <FilePreview file={file} focus={focus} onFocus={mayEdit ? setFocus : undefined} />
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy && mayEdit) void save();
          }}
        >
          {kindOf(file) === 'image' && (
            <TextField
              label="Alt text"
              hint="What the image shows, for people who cannot see it. Empty for decoration."
              value={alt}
              error={issues['alt']}
              onInput={setAlt}
              attributes={{ readOnly: !mayEdit, autoComplete: 'off' }}
            />
          )}
          <Field label="Caption" error={issues['caption']}>
            {(control) => (
              <textarea
                {...control}
                class="input"
                readOnly={!mayEdit}
                value={caption}
                onInput={(event) => setCaption(event.currentTarget.value)}
              />
            )}
          </Field>
          {typeof outcome === 'object' && (
            <p class="alert" role="alert">
              {outcome.failure}
            </p>
          )}
          {mayEdit ? (
            <div class="row end">
              <span class="quiet-text" role="status">
                {outcome === 'saved' && !isChanged && 'Saved.'}
              </span>
              <Button kind="primary" type="submit" busy={isBusy} disabled={!isChanged}>
                Save
              </Button>
            </div>
          ) : (
            <p class="hint">Your role allows you to change only files that you have uploaded.</p>
          )}
          <FileFacts file={file} />
          <UsedIn kind="media" id={file.id} what="this file" />
          <div class="row between">
            <Button icon="copy" onClick={() => void copy(file.url)}>
              Copy URL
            </Button>
            {mayDeleteFile(file) && (
              <Button icon="trash" onClick={() => void remove()}>
                Delete
              </Button>
            )}
          </div>
        </form>
      </div>
    </Dialog>
  );
};

const FileFacts = ({ file }: { readonly file: MediaFileDto }) => {
  const dimensions = formatDimensions(file);
  return (
    <dl class="facts">
      <dt>Type</dt>
      <dd>
        {formatName(file)} <span class="quiet-text">({file.mimeType})</span>
      </dd>
      <dt>Size</dt>
      <dd>{formatSize(file.size)}</dd>
      {dimensions !== undefined && (
        <>
          <dt>Dimensions</dt>
          <dd>{dimensions} pixels</dd>
        </>
      )}
      <dt>Folder</dt>
      <dd>{file.folder}</dd>
      <dt>Uploaded</dt>
      <dd>{formatTime(file.created_at)}</dd>
    </dl>
  );
};
