import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { defaultFolder, mediaKinds } from '../../../../contracts/client/vocabulary.ts';
import { hasCode } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { Pager, pageOf } from '../../components/pager.tsx';
import { Loaded } from '../../components/states.tsx';
import { hasNewImages, openAltDialog } from '../../media/alt-texts.ts';
import { AltTextsButton } from '../../media/alt-texts-dialog.tsx';
import { MediaFilters } from '../../media/media-filters.tsx';
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
  folder: textOf(query.get('folder')),
  type: mediaKinds.find((kind) => kind === query.get('type')),
  page: pageOf(query.get('page')),
});

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
  useAltDialogAfterUploads();

  const show = (next: Partial<MediaQuery & { readonly view: string }>): void => {
    const { page, ...rest } = { ...query, view, ...next };
    replaceQuery({
      ...rest,
      view: rest.view === 'list' ? 'list' : undefined,
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
    if (page === undefined) return;
    list.set({
      ...page,
      files: page.files.map((file) => (file.id === changed.id ? changed : file)),
    });
  };

  const Files = view === 'list' ? MediaTable : MediaGrid;
  const state = list.state.value;
  const folderError =
    state.kind === 'failed' && hasCode(state.error, 'invalid_folder')
      ? issuesOf(state.error)['folder']
      : undefined;

  return (
    <Screen
      title="Media"
      busy={state.kind === 'loading'}
      actions={
        mayUpload() && (
          <>
            <AltTextsButton />
            <UploadButton kind="primary" folder={target} onFiles={upload} />
          </>
        )
      }
    >
      <div class="toolbar">
        <MediaFilters
          query={query}
          folderError={folderError}
          onFilter={(filters) => show({ ...filters, page: 1 })}
        />
        <div class={styles.views} role="group" aria-label="View">
          {(['grid', 'list'] as const).map((name) => (
            <Button
              key={name}
              kind="quiet"
              icon={name}
              label={name === 'grid' ? 'Grid' : 'List'}
              attributes={{ 'aria-pressed': view === name }}
              onClick={() => show({ view: name })}
            />
          ))}
        </div>
      </div>
      {folderError === undefined && (
        <Loaded resource={list} what="the files">
          {({ files, hasNext }) => (
            <>
              {files.length === 0 && <NoFiles query={query} onFiles={upload} />}
              {files.length > 0 && <Files files={files} onChoose={choose} />}
              <Pager page={query.page} hasNext={hasNext} onPage={(page) => show({ page })} />
            </>
          )}
        </Loaded>
      )}
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
          <p>
            Drop the files to upload them to <strong>{target}</strong>
          </p>
        </div>
      )}
    </Screen>
  );
};

const wouldInterrupt = (): boolean =>
  document.activeElement?.matches('input, textarea, select') === true ||
  document.querySelector('dialog[open]') !== null;

/** Asks for alternative texts when the queue is done, unless that would interrupt the user. */
const useAltDialogAfterUploads = (): void => {
  const wasUploading = useRef(false);
  useSignalEffect(() => {
    const isDone = wasUploading.current && !isUploading.value;
    wasUploading.current = isUploading.value;
    if (isDone && hasNewImages() && !wouldInterrupt()) openAltDialog();
  });
};
