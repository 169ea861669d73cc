import { defaultFolder } from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';
import { Empty } from '../../components/states.tsx';
import { isFiltered, type MediaQuery } from '../../media/media-page.ts';
import { mayUpload } from '../../media/media-rights.ts';
import { UploadButton } from '../../media/upload/upload-button.tsx';

interface NoFilesProps {
  readonly query: MediaQuery;
  readonly onFiles: (files: readonly File[]) => void;
}

/** What to do about an empty list of files. */
export const NoFiles = ({ query, onFiles }: NoFilesProps) => {
  const { folder, page } = query;
  if (page > 1) {
    return (
      <Empty icon="image" title={t.files.noPageTitle}>
        {t.files.noPageText}
      </Empty>
    );
  }
  const isPart = isFiltered(query);
  return (
    <Empty
      icon="image"
      title={isPart ? t.files.noMatchTitle : t.files.noneTitle}
      action={mayUpload() && <UploadButton kind="plain" onFiles={onFiles} />}
      call={callOf(folder)}
    >
      {isPart
        ? t.files.noMatchText
        : mayUpload()
          ? `${t.files.noneText} ${t.files.dropHint}`
          : t.files.noneText}
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
