import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { formatName, formatSize, kindOf } from '../../media/media-facts.ts';
import { Thumbnail } from '../../media/media-thumbnail.tsx';
import styles from './media-table.module.css';

interface MediaTableProps {
  readonly files: readonly MediaFileDto[];
  readonly onChoose: (file: MediaFileDto) => void;
}

/** Media files; a click on one chooses it. */
export const MediaTable = ({ files, onChoose }: MediaTableProps) => (
  <DataTable caption="Files" columns={columnsOf(onChoose)} rows={files} keyOf={({ id }) => id} />
);

const columnsOf = (onChoose: MediaTableProps['onChoose']): readonly Column<MediaFileDto>[] => [
  {
    name: 'Name',
    cell: (file) => (
      <button type="button" class={styles.name} onClick={() => onChoose(file)}>
        <Thumbnail file={file} width={48} />
        <span dir="auto">{file.originalName}</span>
      </button>
    ),
  },
  { name: 'Alt text', class: styles.fact, cell: (file) => <AltText file={file} /> },
  { name: 'Type', width: 'tight', cell: formatName },
  { name: 'Size', width: 'tight', cell: ({ size }) => formatSize(size) },
  { name: 'Folder', class: styles.fact, cell: ({ folder }) => folder },
  { name: 'Uploaded', width: 'tight', cell: (file) => <Time at={file.created_at} /> },
];

const AltText = ({ file }: { readonly file: MediaFileDto }) => {
  if (file.alt !== '')
    return (
      <span class="two-lines" dir="auto">
        {file.alt}
      </span>
    );
  return kindOf(file) === 'image' ? (
    <span class="warn-text">No alt text</span>
  ) : (
    <span class="quiet-text">Not needed</span>
  );
};
