import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { defaultFolder, mediaKinds } from '../../../../contracts/client/vocabulary.ts';
import { messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { pageOf } from '../../components/pager.tsx';
import { showToast } from '../../components/show-toast.ts';
import { hasNewImages, openAltDialog } from '../../media/alt-texts.ts';
import { AltTextsButton } from '../../media/alt-texts-dialog.tsx';
import { moveFiles } from '../../media/library/change-files.ts';
import { MediaLibrary } from '../../media/library/media-library.tsx';
import { SelectionBar } from '../../media/library/selection-bar.tsx';
import { useSelection } from '../../media/library/use-selection.ts';
import { MediaGrid } from '../../media/media-grid.tsx';
import { loadMediaPage, type MediaQuery } from '../../media/media-page.ts';
import { mayUpload } from '../../media/media-rights.ts';
import { UploadButton } from '../../media/upload/upload-button.tsx';
import { isUploading, uploadFiles } from '../../media/upload/uploads.ts';
import { address, replaceQuery } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { useFileDrop } from './file-drop.ts';
import { FileDialog } from './file-dialog.tsx';
import { MediaTable } from './media-table.tsx';
import { NoFiles } from './no-files.tsx';
import styles from './media.module.css';

const textOf = (value: string | null): string | undefined =>
  value === null || value === '' ? undefined : value;

const queryOf = (query: URLSearchParams): MediaQuery => ({
  q: query.get('q') ?? '',
  isWithoutAlt: query.get('alt') === 'missing',
  folder: textOf(query.get('folder')),
  type: mediaKinds.find((kind) => kind === query.get('type')),
  page: pageOf(query.get('page')),
});

const noFiles: readonly MediaFileDto[] = [];

/** The library of uploaded files, as a grid or a list. */
export const Media = () => {
  const query = queryOf(address.value.query);
  const view = address.value.query.get('view') === 'list' ? 'list' : 'grid';
  const list = useResource(() => loadMediaPage(queryOf(address.value.query)));
  // Not looked up in the list: an upload can move the file to another page while it is edited.
  const chosen = useSignal<MediaFileDto | undefined>(undefined);
  const choose = (file: MediaFileDto | undefined): void => {
    chosen.value = file;
  };
  const picks = useSelection(list.value?.files ?? noFiles);
  useAltDialogAfterUploads();

  const show = (next: Partial<MediaQuery> & { readonly view?: 'grid' | 'list' }): void => {
    const { q, folder, type, isWithoutAlt, page, view: shown } = { ...query, view, ...next };
    replaceQuery({
      q: q === '' ? undefined : q,
      folder,
      type,
      alt: isWithoutAlt ? 'missing' : undefined,
      view: shown === 'list' ? 'list' : undefined,
      page: page > 1 ? page : undefined,
    });
  };

  const upload = (files: readonly File[]): void => {
    void uploadFiles(files, { folder: query.folder });
  };
  const target = query.folder ?? defaultFolder;
  const isOver = useFileDrop(mayUpload() ? upload : undefined);

  const replace = (changed: MediaFileDto): void => {
    choose(changed);
    const page = list.value;
    picks.update([changed]);
    if (page === undefined) return;
    list.set({
      ...page,
      files: page.files.map((file) => (file.id === changed.id ? changed : file)),
    });
  };

  const Files = view === 'list' ? MediaTable : MediaGrid;
  const move = (folder: string): void => {
    const files = [...picks.selection.files.values()];
    moveFiles(files, folder).then(
      (failure) => {
        if (failure !== undefined) showToast({ text: failure });
        picks.clear();
      },
      (error: unknown) => showToast({ text: t.files.notMoved(messageOf(error)) }),
    );
  };

  return (
    <Screen
      title={t.common.media}
      busy={list.state.value.kind === 'loading'}
      actions={
        mayUpload() && (
          <>
            <AltTextsButton />
            <UploadButton kind="primary" folder={target} onFiles={upload} />
          </>
        )
      }
    >
      <MediaLibrary
        query={query}
        list={list}
        onQuery={show}
        tools={<Views view={view} onView={(name) => show({ view: name })} />}
        bar={<SelectionBar selection={picks.selection} onClear={picks.clear} />}
        onDrop={mayUpload() ? move : undefined}
        empty={<NoFiles query={query} onFiles={upload} />}
      >
        {(files) => (
          <Files files={files} onChoose={choose} picks={mayUpload() ? picks : undefined} />
        )}
      </MediaLibrary>
      {chosen.value !== undefined && (
        <FileDialog
          key={chosen.value.id}
          file={chosen.value}
          onChange={replace}
          onDelete={list.reload}
          onClose={() => choose(undefined)}
        />
      )}
      {isOver && (
        <div class={styles.dropTarget}>
          <p>{t.files.dropTo(<strong>{target}</strong>)}</p>
        </div>
      )}
    </Screen>
  );
};

interface ViewsProps {
  readonly view: 'grid' | 'list';
  readonly onView: (view: 'grid' | 'list') => void;
}

const Views = ({ view, onView }: ViewsProps) => (
  <div class={styles.views} role="group" aria-label={t.files.view}>
    {(['grid', 'list'] as const).map((name) => (
      <Button
        key={name}
        kind="quiet"
        icon={name}
        label={name === 'grid' ? t.files.grid : t.files.list}
        attributes={{ 'aria-pressed': view === name }}
        onClick={() => onView(name)}
      />
    ))}
  </div>
);

/** The empty search box has the focus at first: nobody types there yet. */
const isTyping = (element: Element | null): boolean =>
  element?.matches('input, textarea, select') === true &&
  !(element instanceof HTMLInputElement && element.type === 'search' && element.value === '');

const wouldInterrupt = (): boolean =>
  isTyping(document.activeElement) || document.querySelector('dialog[open]') !== null;

/** Asks for alternative texts when the queue is done, unless that would interrupt the user. */
const useAltDialogAfterUploads = (): void => {
  const wasUploading = useRef(false);
  useSignalEffect(() => {
    const isDone = wasUploading.current && !isUploading.value;
    wasUploading.current = isUploading.value;
    if (isDone && hasNewImages() && !wouldInterrupt()) openAltDialog();
  });
};
