import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaKind } from '../../../contracts/client/vocabulary.ts';
import { hasCode } from '../api/client.ts';
import { issuesOf } from '../api/issues.ts';
import { useResource } from '../api/resource.ts';
import type { Answering } from '../components/dialogs/asking.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Pager } from '../components/pager.tsx';
import { Loaded, Notice } from '../components/states.tsx';
import { withStoredAlt } from './alt-texts.ts';
import { AltTextsButton } from './alt-texts-dialog.tsx';
import { MediaFilters } from './media-filters.tsx';
import { MediaGrid } from './media-grid.tsx';
import { loadMediaPage, type MediaQuery } from './media-page.ts';
import { mayUpload } from './media-rights.ts';
import { UploadButton } from './upload/upload-button.tsx';
import { UploadList } from './upload/upload-list.tsx';
import { uploadFiles, uploads } from './upload/uploads.ts';

export interface PickMedia {
  /** Offers only files of this type. */
  readonly type?: MediaKind | undefined;
}

const titles: Readonly<Record<MediaKind, string>> = {
  image: 'Choose an image',
  video: 'Choose a video',
  audio: 'Choose an audio file',
  document: 'Choose a document',
};

const accepted: Partial<Record<MediaKind, string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
};

/** A dialog to choose a file of the library, or to upload one first. */
export const MediaPicker = ({ type, onChoose, onClose }: PickMedia & Answering<MediaFileDto>) => {
  const query = useSignal<MediaQuery>({ folder: undefined, type, page: 1 });
  const list = useResource(() => loadMediaPage(query.value));
  const earlier = useMemo(() => new Set(uploads.peek().map(({ id }) => id)), []);
  const own = uploads.value.filter(({ id }) => !earlier.has(id));
  const { folder, page } = query.value;
  const state = list.state.value;
  /** One file that is uploaded here is the one that was meant. */
  const upload = async (files: readonly File[]): Promise<void> => {
    const [stored] = await uploadFiles(files, { folder });
    if (files.length === 1 && stored !== undefined) onChoose(withStoredAlt(stored));
  };
  const folderError =
    state.kind === 'failed' && hasCode(state.error, 'invalid_folder')
      ? issuesOf(state.error)['folder']
      : undefined;
  return (
    <Dialog wide title={type === undefined ? 'Choose a file' : titles[type]} onClose={onClose}>
      <div class="toolbar">
        <MediaFilters
          query={query.value}
          folderError={folderError}
          isTypeFixed={type !== undefined}
          onFilter={(filters) => {
            query.value = { ...filters, page: 1 };
          }}
        />
        {mayUpload() && (
          <UploadButton accept={type && accepted[type]} onFiles={(files) => void upload(files)} />
        )}
        <AltTextsButton />
      </div>
      {own.length > 0 && <UploadList uploads={own} />}
      {folderError === undefined && (
        <Loaded resource={list} what="the files">
          {({ files, hasNext }) => (
            <>
              {files.length === 0 ? (
                <Notice icon="image" title="No files here">
                  <p>Upload a file, or choose another folder.</p>
                </Notice>
              ) : (
                <MediaGrid files={files} onChoose={(file) => onChoose(withStoredAlt(file))} />
              )}
              <Pager
                page={page}
                hasNext={hasNext}
                onPage={(next) => {
                  query.value = { ...query.value, page: next };
                }}
              />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
};
