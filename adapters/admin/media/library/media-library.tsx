import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { hasCode } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { useResource, type Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Pager } from '../../components/pager.tsx';
import { Loaded } from '../../components/states.tsx';
import { loadFolders, type MediaPage, type MediaQuery } from '../media-page.ts';
import { FolderTree } from './folder-tree.tsx';
import { MediaSearch } from './media-search.tsx';
import styles from './media-library.module.css';

export interface MediaLibraryProps {
  readonly query: MediaQuery;
  readonly list: Resource<MediaPage>;
  /** Shows something else. Back on the first page, unless `next` says otherwise. */
  readonly onQuery: (next: Partial<MediaQuery>) => void;
  /** Offers no choice of the type. */
  readonly isTypeFixed?: boolean;
  /** Beside the search. */
  readonly tools?: ComponentChildren;
  /** Above the files, such as what can be done to those that are selected. */
  readonly bar?: ComponentChildren;
  /** Moves dragged files into a folder; undefined if that is not possible. */
  readonly onDrop?: ((folder: string) => void) | undefined;
  /** Shows the files. */
  readonly children: (files: readonly MediaFileDto[]) => ComponentChildren;
  readonly empty: ComponentChildren;
}

/** The search, the folders and the files of the library: on its screen, and where a file is chosen. */
export const MediaLibrary = ({
  query,
  list,
  onQuery,
  isTypeFixed = false,
  tools,
  bar,
  onDrop,
  children,
  empty,
}: MediaLibraryProps) => {
  const folders = useResource(loadFolders);
  const top = useRef<HTMLDivElement>(null);
  const state = list.state.value;
  const folderError =
    state.kind === 'failed' && hasCode(state.error, 'invalid_folder')
      ? issuesOf(state.error)['folder']
      : undefined;
  const change = (next: Partial<MediaQuery>): void => onQuery({ page: 1, ...next });
  useEffect(() => {
    // After the focus that a new screen gets. A menu that was opened while this was loading stays open.
    const timer = setTimeout(() => {
      if (document.activeElement?.closest('nav') !== null) return;
      top.current?.querySelector('input')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={styles.library} ref={top}>
      <MediaSearch
        query={query}
        total={list.value?.total}
        isTypeFixed={isTypeFixed}
        onQuery={change}
        tools={tools}
      />
      <div class={styles.columns}>
        <aside>
          <FolderTree
            folders={folders}
            current={query.folder}
            onFolder={(folder) => change({ folder })}
            onDrop={onDrop}
          />
        </aside>
        <div class={styles.files}>
          {bar}
          {folderError === undefined ? (
            <Loaded resource={list} what={t.library.what}>
              {({ files, hasNext }) => (
                <>
                  {files.length === 0 ? empty : children(files)}
                  <Pager page={query.page} hasNext={hasNext} onPage={(page) => change({ page })} />
                </>
              )}
            </Loaded>
          ) : (
            <p class="alert" role="alert">
              {t.library.folderError(folderError)}
            </p>
          )}
        </div>
      </div>
    </div>
  );
};
