import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { counted, numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { AltTextsButton, AltTextsDialog } from '../alt-texts-dialog.tsx';
import { UploadList } from './upload-list.tsx';
import styles from './upload-panel.module.css';
import { clearUploads, isUploading, mayRetry, retryUploads, uploads } from './uploads.ts';

const isCollapsed = signal(false);

/** How long the panel stays once all files are stored; longer while it is used. */
const closeDelayMs = 5_000;

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
  const stopped = all.filter(({ state }) => mayRetry(state.value));
  const panel = useRef<HTMLElement>(null);
  const isDone = stored === all.length;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setInterval(() => {
      if (panel.current?.matches(':hover, :focus-within') !== true) clearUploads();
    }, closeDelayMs);
    return () => clearInterval(timer);
  }, [isDone]);
  const progress = counted(all.length, (count) => t.uploads.storedOf(numberText(stored), count));
  return (
    <section ref={panel} class={`floating-panel ${styles.panel}`} aria-label={t.uploads.queue}>
      <header>
        <p role="status">{isUploading.value ? t.uploads.uploading(progress) : progress}</p>
        <Button
          kind="quiet"
          icon={isCollapsed.value ? 'up' : 'down'}
          label={isCollapsed.value ? t.uploads.showFiles : t.uploads.hideFiles}
          attributes={{ 'aria-expanded': !isCollapsed.value }}
          onClick={() => {
            isCollapsed.value = !isCollapsed.value;
          }}
        />
        {!isUploading.value && (
          <Button
            kind="quiet"
            icon="close"
            label={t.uploads.closeQueue}
            onClick={() => clearUploads()}
          />
        )}
      </header>
      {!isCollapsed.value && <UploadList uploads={all} />}
      <div class="row">
        {stopped.length > 1 && !isUploading.value && (
          <Button onClick={() => retryUploads(stopped.map(({ id }) => id))}>
            {t.uploads.retryAll}
          </Button>
        )}
        <AltTextsButton />
      </div>
    </section>
  );
};
