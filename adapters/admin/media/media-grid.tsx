import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { Icon } from '../components/icon.tsx';
import { formatName, formatSize, kindOf } from './media-facts.ts';
import { Thumbnail } from './media-thumbnail.tsx';
import styles from './media-grid.module.css';

interface MediaGridProps {
  readonly files: readonly MediaFileDto[];
  /** What choosing a file does. */
  readonly onChoose: (file: MediaFileDto) => void;
}

/** Files as a grid of cards. */
export const MediaGrid = ({ files, onChoose }: MediaGridProps) => (
  <ul class={styles.grid} aria-label="Files">
    {files.map((file) => (
      <li key={file.id}>
        <button type="button" class={styles.card} onClick={() => onChoose(file)}>
          <Thumbnail file={file} />
          <span class={`ellipsis ${styles.name}`} dir="auto" title={file.originalName}>
            {file.originalName}
          </span>
          <span class={styles.facts}>
            <span>
              {formatName(file)} · {formatSize(file.size)}
            </span>
          </span>
          {kindOf(file) === 'image' && file.alt === '' && (
            <span class={styles.mark} title="No alt text">
              <Icon name="warning" size={14} />
              <span class="visually-hidden">No alt text</span>
            </span>
          )}
        </button>
      </li>
    ))}
  </ul>
);
