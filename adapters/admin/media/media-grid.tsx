import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { t } from '../catalogue/texts.ts';
import { Icon } from '../components/icon.tsx';
import { altIn } from './file-texts.ts';
import { dragFiles } from './library/dragged-files.ts';
import type { FileSelection } from './library/use-selection.ts';
import { formatName, formatSize, kindOf } from './media-facts.ts';
import { Thumbnail } from './media-thumbnail.tsx';
import styles from './media-grid.module.css';

export interface MediaGridProps {
  readonly files: readonly MediaFileDto[];
  /** The language whose alternative texts count; without one, those of the files themselves. */
  readonly locale?: string | undefined;
  /** What choosing a file does. */
  readonly onChoose: (file: MediaFileDto) => void;
  /** Files can be selected, and dragged; by default not. */
  readonly picks?: FileSelection | undefined;
}

/** Files as a grid of cards. */
export const MediaGrid = ({ files, locale, onChoose, picks }: MediaGridProps) => (
  <ul
    class={
      picks !== undefined && picks.selection.files.size > 0
        ? `${styles.grid} ${styles.picking}`
        : styles.grid
    }
    aria-label={t.library.listName}
  >
    {files.map((file) => (
      <li
        key={file.id}
        class={picks?.selection.files.has(file.id) === true ? styles.picked : undefined}
        draggable={picks !== undefined}
        onDragStart={(event) => {
          if (picks === undefined) return;
          const { files: selected } = picks.selection;
          if (!selected.has(file.id)) picks.toggle(file, false);
          dragFiles(event.dataTransfer, Math.max(selected.size, 1));
        }}
      >
        <button type="button" class={styles.card} onClick={() => onChoose(file)}>
          <Thumbnail file={file} />
          <span class={`ellipsis ${styles.name}`} dir="auto" title={file.originalName}>
            {file.originalName}
          </span>
          <span class={styles.facts}>
            {formatName(file)} · {formatSize(file.size)}
          </span>
          {kindOf(file) === 'image' && altIn(file, locale) === '' && (
            <span class={styles.mark} title={t.library.noAltText}>
              <Icon name="warning" size={14} />
              <span class="visually-hidden">{t.library.noAltText}</span>
            </span>
          )}
        </button>
        {picks !== undefined && <Pick file={file} picks={picks} />}
      </li>
    ))}
  </ul>
);

interface PickProps {
  readonly file: MediaFileDto;
  readonly picks: FileSelection;
}

/** The checkbox of a file. With Shift, it selects all files since the last one. */
const Pick = ({ file, picks }: PickProps) => (
  <label class={styles.pick}>
    <input
      type="checkbox"
      aria-label={t.library.select(file.originalName)}
      checked={picks.selection.files.has(file.id)}
      onClick={(event) => picks.toggle(file, event.shiftKey)}
    />
  </label>
);
