import { useEffect, useRef, useState } from 'preact/hooks';
import { mediaKinds } from '../../../contracts/client/vocabulary.ts';
import { Button } from '../components/button.tsx';
import { kindNames } from './media-facts.ts';
import { folderNames, type MediaQuery } from './media-page.ts';
import styles from './media-filters.module.css';

export interface MediaFiltersProps {
  readonly query: MediaQuery;
  /** Changes the filters; the list goes back to its first page. */
  readonly onFilter: (filters: Pick<MediaQuery, 'folder' | 'type'>) => void;
  /** Why the service rejects the name of the folder. */
  readonly folderError?: string | undefined;
  /** Offers no choice of the type. */
  readonly isTypeFixed?: boolean;
}

/** Not the name of a folder: that has no asterisk. */
const otherFolder = '*';

/** The folder and the type of the files in a list. */
export const MediaFilters = ({
  query: { folder, type },
  onFilter,
  folderError,
  isTypeFixed = false,
}: MediaFiltersProps) => {
  const [isNaming, setNaming] = useState(false);
  const folders = new Set(folderNames.value);
  if (folder !== undefined) folders.add(folder);
  return (
    <>
      <select
        class="input"
        aria-label="Folder"
        value={isNaming ? otherFolder : (folder ?? '')}
        onChange={({ currentTarget: { value } }) => {
          setNaming(value === otherFolder);
          if (value !== otherFolder) onFilter({ type, folder: value === '' ? undefined : value });
        }}
      >
        <option value="">All folders</option>
        {[...folders].toSorted().map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={otherFolder}>Another folder …</option>
      </select>
      {(isNaming || folderError !== undefined) && (
        <FolderForm
          folder={isNaming ? '' : (folder ?? '')}
          error={isNaming ? undefined : folderError}
          onFolder={(name) => {
            setNaming(false);
            onFilter({ type, folder: name });
          }}
        />
      )}
      {!isTypeFixed && (
        <select
          class="input"
          aria-label="Type"
          value={type ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ folder, type: mediaKinds.find((kind) => kind === value) })
          }
        >
          <option value="">All types</option>
          {mediaKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      )}
    </>
  );
};

interface FolderFormProps {
  readonly folder: string;
  readonly error: string | undefined;
  readonly onFolder: (folder: string) => void;
}

const FolderForm = ({ folder, error, onFolder }: FolderFormProps) => {
  const [name, setName] = useState(folder);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      class={styles.folderForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onFolder(name.trim());
      }}
    >
      <input
        class="input"
        aria-label="Name of the folder"
        placeholder="blog/2026"
        value={name}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : 'folder-error'}
        ref={input}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">Show</Button>
      {error !== undefined && (
        <p class="error" id="folder-error" role="alert">
          The name {error}.
        </p>
      )}
    </form>
  );
};
