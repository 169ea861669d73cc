import { defaultFolder } from '../../../../contracts/client/vocabulary.ts';
import { Empty } from '../../components/states.tsx';
import type { MediaQuery } from '../../media/media-page.ts';
import { mayUpload } from '../../media/media-rights.ts';
import { UploadButton } from '../../media/upload/upload-button.tsx';

interface NoFilesProps {
  readonly query: MediaQuery;
  readonly onFiles: (files: readonly File[]) => void;
}

/** What to do about an empty list of files. */
export const NoFiles = ({ query: { folder, type, page }, onFiles }: NoFilesProps) => {
  if (page > 1) {
    return (
      <Empty icon="image" title="No files on this page">
        The list has fewer pages. Go back to a former page.
      </Empty>
    );
  }
  const isFiltered = folder !== undefined || type !== undefined;
  return (
    <Empty
      icon="image"
      title={isFiltered ? 'No files match' : 'No files yet'}
      action={mayUpload() && <UploadButton kind="plain" onFiles={onFiles} />}
      call={callOf(folder)}
    >
      {isFiltered
        ? 'There are no files of this type in this folder. Folders exist while they contain files.'
        : 'Images, videos, audio and documents for your content. '}
      {mayUpload() && !isFiltered && 'Drop files anywhere on this screen, or paste an image.'}
    </Empty>
  );
};

const callOf = (folder = defaultFolder): string =>
  [
    `curl ${location.origin}/api/media/upload \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    `  -F 'folder=${folder}' \\`,
    '  -F file=@photo.jpg',
  ].join('\n');
