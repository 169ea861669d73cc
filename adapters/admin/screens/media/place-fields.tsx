import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import type { FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { TextField } from '../../components/inputs/field.tsx';
import { FolderField } from '../../media/library/folder-field.tsx';

/** How a file is called, and where it is. */
export interface FilePlace {
  readonly name: string;
  readonly folder: string;
}

export const placeOf = ({ originalName, folder }: MediaFileDto): FilePlace => ({
  name: originalName,
  folder,
});

/** What a request has to change; undefined for nothing. */
export const changedPlace = (
  file: MediaFileDto,
  { name, folder }: FilePlace,
): { readonly originalName?: string; readonly folder?: string } | undefined => {
  const isRenamed = name !== file.originalName;
  const isMoved = folder !== file.folder;
  if (!isRenamed && !isMoved) return undefined;
  return { ...(isRenamed && { originalName: name }), ...(isMoved && { folder }) };
};

interface PlaceFieldsProps {
  readonly place: FilePlace;
  readonly issues: FieldIssues;
  readonly readOnly: boolean;
  readonly onChange: (place: FilePlace) => void;
}

/** The name and the folder of a file. */
export const PlaceFields = ({ place, issues, readOnly, onChange }: PlaceFieldsProps) => (
  <>
    <TextField
      label={t.common.name}
      hint={t.files.nameHint}
      value={place.name}
      error={issues['originalName']}
      onInput={(name) => onChange({ ...place, name })}
      attributes={{ readOnly, autoComplete: 'off' }}
    />
    <FolderField
      value={place.folder}
      error={issues['folder']}
      readOnly={readOnly}
      onInput={(folder) => onChange({ ...place, folder })}
    />
  </>
);
