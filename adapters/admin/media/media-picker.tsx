import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaKind } from '../../../contracts/client/vocabulary.ts';
import { useResource } from '../api/resource.ts';
import { t } from '../catalogue/texts.ts';
import type { Answering } from '../components/dialogs/asking.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/states.tsx';
import { withStoredAlt } from './alt-texts.ts';
import { AltTextsButton } from './alt-texts-dialog.tsx';
import { MediaLibrary } from './library/media-library.tsx';
import { MediaGrid } from './media-grid.tsx';
import { allMedia, loadMediaPage, type MediaQuery } from './media-page.ts';
import { mayUpload } from './media-rights.ts';
import { UploadButton } from './upload/upload-button.tsx';
import { UploadList } from './upload/upload-list.tsx';
import { uploadFiles, uploads } from './upload/uploads.ts';

export interface PickMedia {
  /** Offers only files of this type. */
  readonly type?: MediaKind | undefined;
  /** The language in which the file is used: the grid marks images without an alternative text in it. */
  readonly locale?: string | undefined;
}

const titles: Readonly<Record<MediaKind, string>> = {
  image: t.library.chooseImage,
  video: t.library.chooseVideo,
  audio: t.library.chooseAudio,
  document: t.library.chooseDocument,
};

const accepted: Partial<Record<MediaKind, string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
};

/** A dialog to choose a file of the library, or to upload one first. */
export const MediaPicker = ({
  type,
  locale,
  onChoose,
  onClose,
}: PickMedia & Answering<MediaFileDto>) => {
  const query = useSignal<MediaQuery>({ ...allMedia, type });
  const list = useResource(() => loadMediaPage(query.value));
  const earlier = useMemo(() => new Set(uploads.peek().map(({ id }) => id)), []);
  const own = uploads.value.filter(({ id }) => !earlier.has(id));
  const { folder } = query.value;
  /** One file that is uploaded here is the one that was meant. */
  const upload = async (files: readonly File[]): Promise<void> => {
    const [stored] = await uploadFiles(files, { folder });
    if (files.length === 1 && stored !== undefined) onChoose(withStoredAlt(stored));
  };
  return (
    <Dialog wide title={type === undefined ? t.library.chooseFile : titles[type]} onClose={onClose}>
      <MediaLibrary
        query={query.value}
        list={list}
        isTypeFixed={type !== undefined}
        onQuery={(next) => {
          query.value = { ...query.value, ...next };
        }}
        tools={
          <>
            {mayUpload() && (
              <UploadButton
                accept={type && accepted[type]}
                onFiles={(files) => void upload(files)}
              />
            )}
            <AltTextsButton />
          </>
        }
        bar={own.length > 0 && <UploadList uploads={own} />}
        empty={
          <Notice icon="image" title={t.library.noneHere}>
            <p>{t.library.noneHereText}</p>
          </Notice>
        }
      >
        {(files) => (
          <MediaGrid
            files={files}
            locale={locale}
            onChoose={(file) => onChoose(withStoredAlt(file))}
          />
        )}
      </MediaLibrary>
    </Dialog>
  );
};
