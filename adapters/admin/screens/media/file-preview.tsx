import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { isResizable } from '../../../../contracts/client/vocabulary.ts';
import { Icon } from '../../components/icon.tsx';
import { formatName, iconOf, kindOf } from '../../media/media-facts.ts';
import { thumbnailUrl } from '../../media/thumbnail.ts';
import { focusAt, middle, type Focus } from './focus.ts';
import { FocusField } from './focus-field.tsx';
import styles from './file-preview.module.css';

const previewWidth = 960;

interface FilePreviewProps {
  readonly file: MediaFileDto;
  readonly focus: Focus | undefined;
  /** Undefined if the user may not change it. */
  readonly onFocus: ((focus: Focus | undefined) => void) | undefined;
}

/** The image, a player, or an icon; below it, a link to the file itself, and the focus of an image that is cropped. */
export const FilePreview = ({ file, focus, onFocus }: FilePreviewProps) => {
  const [isBroken, setBroken] = useState(false);
  const { width, height, mimeType } = file;
  const src = isBroken ? undefined : sourceOf(file);
  const isFocusable = src !== undefined && onFocus !== undefined && isResizable(mimeType);
  return (
    <figure class={styles.preview}>
      <div class={styles.box}>
        {isFocusable ? (
          // The sliders below do the same for keyboards and screen readers.
          <div
            class={styles.image}
            onClick={(event) =>
              onFocus(focusAt(event, event.currentTarget.getBoundingClientRect()))
            }
          >
            <img src={src} alt={file.alt} decoding="async" onError={() => setBroken(true)} />
            <Marker focus={focus ?? middle} />
          </div>
        ) : (
          <Preview file={file} src={src} isBroken={isBroken} onError={() => setBroken(true)} />
        )}
      </div>
      <a href={file.url} target="_blank" rel="noreferrer">
        {mimeType === 'application/pdf' ? 'Open the PDF' : 'Open the file'}
        <Icon name="external" size={14} />
      </a>
      {isFocusable && width !== undefined && height !== undefined && (
        <FocusField src={src} ratio={width / height} focus={focus} onChange={onFocus} />
      )}
    </figure>
  );
};

const Marker = ({ focus: { x, y } }: { readonly focus: Focus }) => (
  <span class={styles.marker} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
);

/** The URL of the image; undefined for a file that browsers do not display as one. */
const sourceOf = (file: MediaFileDto): string | undefined =>
  kindOf(file) === 'image' ? thumbnailUrl(file, previewWidth) : undefined;

interface PreviewProps {
  readonly file: MediaFileDto;
  readonly src: string | undefined;
  readonly isBroken: boolean;
  readonly onError: () => void;
}

const Preview = ({ file, src, isBroken, onError }: PreviewProps) => {
  const kind = isBroken ? 'document' : kindOf(file);
  if (src !== undefined) return <img src={src} alt={file.alt} decoding="async" onError={onError} />;
  if (kind === 'video') {
    return (
      <video
        src={file.url}
        controls
        preload="metadata"
        aria-label={file.originalName}
        onError={onError}
      />
    );
  }
  if (kind === 'audio') {
    return (
      <audio
        src={file.url}
        controls
        preload="metadata"
        aria-label={file.originalName}
        onError={onError}
      />
    );
  }
  return (
    <p class={styles.none}>
      <Icon name={iconOf(file)} size={40} />
      {isBroken ? 'The browser cannot show this file.' : formatName(file)}
    </p>
  );
};
