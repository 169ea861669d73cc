import type { MediaFileDto } from '../../../contracts/media.ts';
import { formatName, formatSize, kindOf } from './media-facts.ts';
import { Thumbnail } from './media-thumbnail.tsx';
import styles from './media-grid.module.css';

interface MediaGridProps {
  readonly files: readonly MediaFileDto[];
  /** What choosing a file does. */
  readonly onChoose: (file: MediaFileDto) => void;
}

const boxWidth = 320;

/** Files as a grid of cards. */
export const MediaGrid = ({ files, onChoose }: MediaGridProps) => (
  <ul class={styles.grid} aria-label="Files">
    {files.map((file) => (
      <li key={file.id}>
        <button type="button" class={styles.card} onClick={() => onChoose(file)}>
          <Thumbnail file={file} width={boxWidth} />
          <span class={`ellipsis ${styles.name}`} title={file.originalName}>
            {file.originalName}
          </span>
          <span class={styles.facts}>
            <span>
              {formatName(file)} · {formatSize(file.size)}
            </span>
            {kindOf(file) === 'image' && file.alt === '' && (
              <span class="warn-text">No alt text</span>
            )}
          </span>
        </button>
      </li>
    ))}
  </ul>
);
