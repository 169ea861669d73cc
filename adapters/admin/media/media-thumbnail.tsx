import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { Icon } from '../components/icon.tsx';
import { iconOf, formatName } from './media-facts.ts';
import { imageWidth, thumbnailUrl } from './thumbnail.ts';
import styles from './media-thumbnail.module.css';

interface ThumbnailProps {
  readonly file: MediaFileDto;
  /** Of the box, in CSS pixels. By default it takes the width that it gets. */
  readonly width?: number;
}

/** A small image of a file in a box of 4 to 3; an icon for what is no image. Decoration beside the name. */
export const Thumbnail = ({ file, width }: ThumbnailProps) => {
  const [isBroken, setBroken] = useState(false);
  const url = thumbnailUrl(file, imageWidth);
  const isLarge = width === undefined;
  return (
    <span
      class={styles.thumbnail}
      style={isLarge ? undefined : { width: `${width}px` }}
      aria-hidden="true"
    >
      {url === undefined || isBroken ? (
        <>
          <Icon name={iconOf(file)} size={isLarge ? 32 : 20} />
          {isLarge && <span class={styles.format}>{formatName(file)}</span>}
        </>
      ) : (
        <img
          key={file.updated_at}
          src={url}
          alt=""
          width={width}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
};
