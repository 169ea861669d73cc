import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/texts/copy.ts';
import { formatTime } from '../../components/format-time.ts';
import { formatDimensions, formatName, formatSize } from '../../media/media-facts.ts';

interface FileActionsProps {
  readonly file: MediaFileDto;
  /** Undefined if the user may not. */
  readonly onReplace: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** What can be done with a file as a whole. */
export const FileActions = ({ file, onReplace, onDelete }: FileActionsProps) => (
  <div class="row">
    <Button icon="copy" onClick={() => void copy(file.url)}>
      {t.files.copyUrl}
    </Button>
    <a class="button plain" href={file.url} download={file.originalName}>
      {t.files.download}
    </a>
    {onReplace !== undefined && (
      <Button icon="upload" onClick={onReplace}>
        {t.files.replaceMore}
      </Button>
    )}
    {onDelete !== undefined && (
      <Button icon="trash" onClick={onDelete}>
        {t.common.delete}
      </Button>
    )}
  </div>
);

export const FileFacts = ({ file }: { readonly file: MediaFileDto }) => {
  const dimensions = formatDimensions(file);
  return (
    <dl class="facts">
      <dt>{t.common.type}</dt>
      <dd>
        {formatName(file)} <span class="quiet-text">({file.mimeType})</span>
      </dd>
      <dt>{t.files.size}</dt>
      <dd>{formatSize(file.size)}</dd>
      {dimensions !== undefined && (
        <>
          <dt>{t.files.dimensions}</dt>
          <dd>{t.files.pixels(dimensions)}</dd>
        </>
      )}
      <dt>{t.files.uploaded}</dt>
      <dd>{formatTime(file.created_at)}</dd>
    </dl>
  );
};
