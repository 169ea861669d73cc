import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { Icon } from '../../components/icon.tsx';
import { formatName, iconOf, kindOf } from '../../media/media-facts.ts';
import { thumbnailUrl } from '../../media/thumbnail.ts';
import styles from './file-preview.module.css';

const previewWidth = 960;

/** The image, a player, or an icon; below it, a link to the file itself. */
export const FilePreview = ({ file }: { readonly file: MediaFileDto }) => (
  <figure class={styles.preview}>
    <div class={styles.box}>
      <Preview file={file} />
    </div>
    <a href={file.url} target="_blank" rel="noreferrer">
      {file.mimeType === 'application/pdf' ? 'Open the PDF' : 'Open the file'}
      <Icon name="external" size={14} />
    </a>
  </figure>
);

const Preview = ({ file }: { readonly file: MediaFileDto }) => {
  const [isBroken, setBroken] = useState(false);
  const onError = (): void => setBroken(true);
  const kind = isBroken ? 'document' : kindOf(file);
  const image = thumbnailUrl(file, previewWidth);
  if (kind === 'image' && image !== undefined) {
    // A smaller version of an animation stands still.
    const src = file.mimeType === 'image/gif' ? file.url : image;
    return <img src={src} alt={file.alt} decoding="async" onError={onError} />;
  }
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
