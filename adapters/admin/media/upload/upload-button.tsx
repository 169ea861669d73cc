import { useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';

interface UploadButtonProps {
  readonly kind?: 'primary' | 'plain';
  /** Where the files go, for people. */
  readonly folder?: string;
  /** What the file chooser of the browser offers, for example `image/*`. */
  readonly accept?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the file chooser of the browser. */
export const UploadButton = ({ kind = 'plain', folder, accept, onFiles }: UploadButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind={kind} icon="upload" onClick={() => input.current?.click()}>
        {folder === undefined ? t.uploads.upload : t.uploads.uploadTo(folder)}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
};
