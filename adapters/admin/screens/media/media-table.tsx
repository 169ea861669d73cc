import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { t } from '../../catalogue/texts.ts';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { formatName, formatSize, kindOf } from '../../media/media-facts.ts';
import type { MediaGridProps } from '../../media/media-grid.tsx';
import { Thumbnail } from '../../media/media-thumbnail.tsx';
import styles from './media-table.module.css';

/** Media files; a click on one chooses it. */
export const MediaTable = ({ files, onChoose, picks }: MediaGridProps) => (
  <DataTable
    caption={t.library.listName}
    columns={columnsOf(onChoose, picks)}
    rows={files}
    keyOf={({ id }) => id}
  />
);

const columnsOf = (
  onChoose: MediaGridProps['onChoose'],
  picks: MediaGridProps['picks'],
): readonly Column<MediaFileDto>[] => [
  {
    name: t.common.name,
    cell: (file) => (
      <div class={styles.first}>
        {picks !== undefined && (
          <input
            type="checkbox"
            aria-label={t.library.select(file.originalName)}
            checked={picks.selection.files.has(file.id)}
            onClick={(event) => picks.toggle(file, event.shiftKey)}
          />
        )}
        <button type="button" class={styles.name} onClick={() => onChoose(file)}>
          <Thumbnail file={file} width={48} />
          <span class="two-lines" dir="auto">
            {file.originalName}
          </span>
        </button>
      </div>
    ),
  },
  { name: t.files.alt, class: styles.fact, cell: (file) => <AltText file={file} /> },
  { name: t.common.type, width: 'tight', isMinor: true, cell: formatName },
  { name: t.files.size, width: 'tight', isMinor: true, cell: ({ size }) => formatSize(size) },
  { name: t.files.folder, class: styles.fact, cell: ({ folder }) => folder },
  { name: t.files.uploaded, width: 'tight', cell: (file) => <Time at={file.created_at} /> },
];

const AltText = ({ file }: { readonly file: MediaFileDto }) => {
  if (file.alt !== '')
    return (
      <span class="two-lines" dir="auto">
        {file.alt}
      </span>
    );
  return kindOf(file) === 'image' ? (
    <span class="warn-text">{t.library.noAltText}</span>
  ) : (
    <span class="quiet-text">{t.files.altNotNeeded}</span>
  );
};
