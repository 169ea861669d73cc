import { useId } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Field } from '../../components/inputs/field.tsx';
import { loadFolders } from '../media-page.ts';

interface FolderFieldProps {
  readonly value: string;
  readonly onInput: (folder: string) => void;
  readonly error?: string | undefined;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
}

/** The path of a folder: one that exists, which is offered, or a new one. */
export const FolderField = ({
  value,
  onInput,
  error,
  readOnly = false,
  autoFocus = false,
}: FolderFieldProps) => {
  const folders = useResource(loadFolders);
  const list = useId();
  return (
    <>
      <Field label={t.library.folder} hint={t.library.folderHint} error={error}>
        {(control) => (
          <input
            {...control}
            class="input"
            dir="auto"
            list={list}
            autoComplete="off"
            placeholder="blog/2026"
            autoFocus={autoFocus}
            readOnly={readOnly}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {(folders.value ?? []).map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
};
