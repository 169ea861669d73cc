import { useState } from 'preact/hooks';
import type { Resource } from '../../api/resource.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Icon } from '../../components/icon.tsx';
import { useMedia } from '../../components/use-media.ts';
import { dropsFiles } from './dragged-files.ts';
import type { FolderNode } from '../media-page.ts';
import styles from './folder-tree.module.css';

interface FolderTreeProps {
  readonly folders: Resource<readonly FolderNode[]>;
  /** Undefined for all folders. */
  readonly current: string | undefined;
  readonly onFolder: (folder: string | undefined) => void;
  /** Moves dragged files into a folder; undefined if the user may not. */
  readonly onDrop?: ((folder: string) => void) | undefined;
}

/** The folders of the library: beside the files, and above them on a narrow screen. */
export const FolderTree = (props: FolderTreeProps) => {
  const isNarrow = useMedia('(max-width: 800px)');
  const { current } = props;
  if (!isNarrow) return <Folders {...props} />;
  return (
    <details class={styles.drawer}>
      <summary>
        <Icon name="folder" /> <span dir="auto">{current ?? t.library.allFolders}</span>
      </summary>
      <Folders
        {...props}
        onFolder={(folder) => {
          const open = document.activeElement?.closest('details');
          if (open) open.open = false;
          props.onFolder(folder);
        }}
      />
    </details>
  );
};

const Folders = ({ folders, current, onFolder, onDrop }: FolderTreeProps) => {
  const nodes = folders.value ?? [];
  // A folder that has lost its last file stays visible while it is shown.
  const isKnown = current === undefined || nodes.some(({ path }) => path === current);
  return (
    <nav class={styles.tree} aria-label={t.library.folders}>
      <ul>
        <li>
          <FolderButton
            name={t.library.allFolders}
            isCurrent={current === undefined}
            depth={0}
            onClick={() => onFolder(undefined)}
          />
        </li>
        {nodes.map(({ path, name, depth, files }) => (
          <li key={path}>
            <FolderButton
              name={name}
              path={path}
              files={files}
              depth={depth}
              isCurrent={path === current}
              onClick={() => onFolder(path)}
              onDrop={onDrop && (() => onDrop(path))}
            />
          </li>
        ))}
        {!isKnown && (
          <li>
            <FolderButton
              name={current}
              depth={0}
              files={0}
              isCurrent
              onClick={() => onFolder(current)}
            />
          </li>
        )}
      </ul>
    </nav>
  );
};

interface FolderButtonProps {
  readonly name: string;
  readonly path?: string;
  readonly depth: number;
  readonly files?: number;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
  readonly onDrop?: (() => void) | undefined;
}

const FolderButton = ({
  name,
  path = name,
  depth,
  files,
  isCurrent,
  onClick,
  onDrop,
}: FolderButtonProps) => {
  const [isOver, setOver] = useState(false);
  return (
    <button
      type="button"
      class={isOver ? `${styles.folder} ${styles.over}` : styles.folder}
      style={{ paddingInlineStart: `${8 + depth * 14}px` }}
      title={path}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      onDragOver={(event) => {
        if (onDrop === undefined || !dropsFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (onDrop === undefined || !dropsFiles(event.dataTransfer)) return;
        event.preventDefault();
        onDrop();
      }}
    >
      <Icon name="folder" size={16} />
      <span class="ellipsis" dir="auto">
        {name}
      </span>
      {files !== undefined && files > 0 && (
        <span class={styles.count}>
          {numberText(files)}
          <span class="visually-hidden"> {counted(files, t.library.filesUnit)}</span>
        </span>
      )}
    </button>
  );
};
