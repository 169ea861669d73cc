import { signal } from '@preact/signals';
import { Button } from '../components/button.tsx';
import { AltTextsButton, AltTextsDialog } from './alt-texts-dialog.tsx';
import { UploadList } from './upload-list.tsx';
import styles from './upload-panel.module.css';
import { clearUploads, isUploading, retryUploads, uploads } from './uploads.ts';

const isCollapsed = signal(false);

/** The upload queue above every screen, while it contains files, and the dialog for alternative texts. */
export const UploadPanel = () => (
  <>
    {uploads.value.length > 0 && <Panel />}
    <AltTextsDialog />
  </>
);

const Panel = () => {
  const all = uploads.value;
  const stored = all.filter(({ state }) => state.value.kind === 'stored').length;
  const stopped = all.filter(({ state }) => /^(?:failed|cancelled)$/.test(state.value.kind));
  const files = all.length === 1 ? 'file' : 'files';
  return (
    <section class={`floating-panel ${styles.panel}`} aria-label="Upload queue">
      <header>
        <p role="status">
          {isUploading.value ? 'Uploading: ' : ''}
          {stored} of {all.length} {files} stored
        </p>
        <Button
          kind="quiet"
          icon={isCollapsed.value ? 'up' : 'down'}
          label={isCollapsed.value ? 'Show the files' : 'Hide the files'}
          attributes={{ 'aria-expanded': !isCollapsed.value }}
          onClick={() => {
            isCollapsed.value = !isCollapsed.value;
          }}
        />
        {!isUploading.value && (
          <Button kind="quiet" icon="close" label="Close the upload queue" onClick={clearUploads} />
        )}
      </header>
      {!isCollapsed.value && <UploadList uploads={all} />}
      <div class="row">
        {stopped.length > 1 && !isUploading.value && (
          <Button onClick={() => retryUploads(stopped.map(({ id }) => id))}>Retry all</Button>
        )}
        <AltTextsButton />
      </div>
    </section>
  );
};
