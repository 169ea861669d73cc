import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { isResizable } from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatName, iconOf, kindOf } from '../../media/media-facts.ts';
import { CropField } from '../../media/library/crop-field.tsx';
import type { Crop } from '../../media/library/crop.ts';
import { previewWidth, wholeUrl } from '../../media/thumbnail.ts';
import { focusAt, middle, type Focus } from './focus.ts';
import { FocusField } from './focus-field.tsx';
import styles from './file-preview.module.css';

interface FilePreviewProps {
  readonly file: MediaFileDto;
  readonly focus: Focus | undefined;
  /** Undefined if the user may not change it. */
  readonly onFocus: ((focus: Focus | undefined) => void) | undefined;
  readonly crop: Crop | undefined;
  readonly onCrop: ((crop: Crop | undefined) => void) | undefined;
}

/** The image, a player, or an icon; below it, a link to the file itself, and the focus of an image that is cropped. */
export const FilePreview = ({ file, focus, onFocus, crop, onCrop }: FilePreviewProps) => {
  const [isBroken, setBroken] = useState(false);
  const [isCropping, setCropping] = useState(false);
  const { width, height, mimeType } = file;
  const src = isBroken ? undefined : sourceOf(file);
  const isFocusable = src !== undefined && onFocus !== undefined && isResizable(mimeType);
  return (
    <figure class={styles.preview}>
      <div class={styles.box}>
        {isCropping && onCrop !== undefined && src !== undefined ? (
          <CropField src={src} alt={file.alt} crop={crop} onChange={onCrop} />
        ) : isFocusable ? (
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
        {mimeType === 'application/pdf' ? t.files.openPdf : t.files.openFile}
        <Icon name="external" size={14} />
      </a>
      {isFocusable && onCrop !== undefined && (
        <div class="row">
          <Button icon="image" onClick={() => setCropping(!isCropping)}>
            {isCropping ? t.files.backToFocus : t.files.crop}
          </Button>
          {crop !== undefined && (
            <Button
              onClick={() => {
                onCrop(undefined);
                setCropping(false);
              }}
            >
              {t.files.uncrop}
            </Button>
          )}
          <span class="hint">
            {crop === undefined
              ? t.files.uncropped
              : t.files.cropped(Math.round(crop.width * 100), Math.round(crop.height * 100))}
          </span>
        </div>
      )}
      {isFocusable && !isCropping && width !== undefined && height !== undefined && (
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
  kindOf(file) === 'image' ? wholeUrl(file, previewWidth) : undefined;

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
      {isBroken ? t.files.notShown : formatName(file)}
    </p>
  );
};
