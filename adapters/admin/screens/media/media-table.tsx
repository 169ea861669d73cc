import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { Time } from '../../components/time.tsx';
import { formatName, formatSize, kindOf } from '../../media/media-facts.ts';
import { Thumbnail } from '../../media/media-thumbnail.tsx';
import styles from './media-table.module.css';

interface MediaTableProps {
  readonly files: readonly MediaFileDto[];
  readonly onChoose: (file: MediaFileDto) => void;
}

export const MediaTable = ({ files, onChoose }: MediaTableProps) => (
  <div class="table-box">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Alt text</th>
          <th scope="col">Type</th>
          <th scope="col">Size</th>
          <th scope="col">Folder</th>
          <th scope="col">Uploaded</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.id}>
            <td class="main">
              <button type="button" class={styles.name} onClick={() => onChoose(file)}>
                <Thumbnail file={file} width={48} />
                <span dir="auto">{file.originalName}</span>
              </button>
            </td>
            <td data-label="Alt text" class={styles.fact}>
              <AltText file={file} />
            </td>
            <td data-label="Type" class="tight">
              {formatName(file)}
            </td>
            <td data-label="Size" class="tight">
              {formatSize(file.size)}
            </td>
            <td data-label="Folder" class={styles.fact}>
              {file.folder}
            </td>
            <td data-label="Uploaded" class="tight">
              <Time at={file.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const AltText = ({ file }: { readonly file: MediaFileDto }) => {
  if (file.alt !== '')
    return (
      <span class={styles.altText} dir="auto">
        {file.alt}
      </span>
    );
  return kindOf(file) === 'image' ? (
    <span class="warn-text">No alt text</span>
  ) : (
    <span class="quiet-text">Not needed</span>
  );
};
