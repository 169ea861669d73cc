import { useRef } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Failure, Loading, Notice } from '../../../components/states.tsx';
import { remembered } from '../../../shell/remembered.ts';
import { versionOf } from '../model/edited-item.ts';
import type { Editing, StoredState } from '../model/editing.ts';
import { FramedPage, pageWidths, type PageWidth } from './framed-page.tsx';
import { LinkMenu } from './link-menu.tsx';
import type { EditMessage } from './page-messages.ts';
import styles from './preview-pane.module.css';
import { useNewerPolicy } from './newer-policy.ts';
import { Unframed, useUnframed } from './unframed.tsx';
import { usePageMessages } from './use-page-messages.ts';
import { usePreviewUrl } from './use-preview-url.ts';

const chosenWidth = remembered('quoin-preview-width');

const widths = [
  ['desktop', t.preview.desktop, 'screen'],
  ['tablet', t.preview.tablet, 'tablet'],
  ['phone', t.preview.phone, 'phone'],
] as const;

/** The widest one that is not too small to read, until the user chooses. */
const suitedWidth = (): PageWidth => {
  if (innerWidth < 1_100) return 'phone';
  return innerWidth < 1_600 ? 'tablet' : 'desktop';
};

interface PreviewPaneProps {
  readonly editing: Editing;
  /** Whether the user may revoke links. */
  readonly canEdit: boolean;
  readonly onEdit: (message: EditMessage) => void;
}

/** The page of the website that shows the item. */
export const PreviewPane = ({ editing, canEdit, onEdit }: PreviewPaneProps) => {
  const stored = editing.stored.value;
  if (stored === undefined) {
    return (
      <section class={styles.pane} aria-label={t.preview.title}>
        <div class={styles.message}>
          <Notice icon="screen" title={t.preview.notSaved}>
            <p>{t.preview.afterFirstSave}</p>
          </Notice>
        </div>
      </section>
    );
  }
  const state = { stored, copy: editing.copy.value };
  const template = editing.collection.previewUrl ?? '';
  return (
    <StoredPreview
      key={stored.item.id}
      state={state}
      template={template}
      isUnsaved={editing.isChanged.value || editing.isWriting.value}
      canEdit={canEdit}
      onEdit={onEdit}
    />
  );
};

interface StoredPreviewProps extends Omit<PreviewPaneProps, 'editing'> {
  readonly state: StoredState;
  /** The URL of the collection. */
  readonly template: string;
  readonly isUnsaved: boolean;
}

/** What the URL names of the item, except the token. */
const urlPartsOf = (
  template: string,
  { slug, status }: { readonly slug: string; readonly status: string },
) =>
  Object.entries({ slug, status })
    .filter(([name]) => template.includes(`{${name}}`))
    .join();

const StoredPreview = ({ state, template, isUnsaved, canEdit, onEdit }: StoredPreviewProps) => {
  const { id, status } = state.stored.item;
  const { text, etag } = versionOf(state);
  const frame = useRef<HTMLIFrameElement>(null);
  const urlParts = urlPartsOf(template, { slug: text.slug, status });
  const { state: preview, load, open, reload } = usePreviewUrl(id, urlParts);
  const url = preview.kind === 'shown' ? preview.url : undefined;
  const width: PageWidth =
    widths.map(([name]) => name).find((name) => name === chosenWidth.value) ?? suitedWidth();
  const problem = useUnframed(url, load);
  const origin = url === undefined ? '' : new URL(url).origin;
  const isBlocked = problem?.kind === 'blocked' && problem.origin === origin;
  useNewerPolicy(isBlocked ? origin : undefined, isUnsaved);
  const onLoad = usePageMessages({
    frame,
    origin,
    load,
    id,
    version: etag,
    isLeaving: preview.kind === 'shown' && preview.urlParts !== urlParts,
    onEdit,
    onReload: reload,
  });
  return (
    <section class={styles.pane} aria-label={t.preview.title}>
      <div class={styles.bar}>
        <div class={styles.group} role="group" aria-label={t.preview.width}>
          {widths.map(([name, label, icon]) => (
            <Button
              key={name}
              kind="quiet"
              icon={icon}
              label={t.preview.pixels(label, String(pageWidths[name]))}
              attributes={{ 'aria-pressed': width === name }}
              onClick={() => {
                chosenWidth.value = name;
              }}
            />
          ))}
        </div>
        <div class={styles.group}>
          <Button kind="quiet" icon="reload" label={t.preview.reload} onClick={open} />
          {url !== undefined && (
            <a
              class="button quiet icon-only"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t.preview.openPage}
              title={t.preview.openPage}
            >
              <Icon name="external" />
            </a>
          )}
          <LinkMenu id={id} canRevoke={canEdit} onRevoked={open} />
        </div>
      </div>
      {url !== undefined && problem === undefined ? (
        <FramedPage frame={frame} url={url} load={load} width={width} onLoad={onLoad} />
      ) : (
        <div class={styles.message}>
          {preview.kind === 'loading' && <Loading what={t.preview.what} />}
          {preview.kind === 'failed' && <Failure error={preview.error} onRetry={open} />}
          {preview.kind === 'none' && (
            <Notice icon="screen" title={t.preview.noUrl}>
              <p>{t.preview.noUrlAnyMore}</p>
            </Notice>
          )}
          {url !== undefined && problem !== undefined && <Unframed problem={problem} url={url} />}
        </div>
      )}
    </section>
  );
};
