import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/media.ts';
import { Icon } from '../components/icon.tsx';
import { iconOf, formatName } from './media-facts.ts';
import { thumbnailUrl } from './thumbnail.ts';
import styles from './media-thumbnail.module.css';

interface ThumbnailProps {
  readonly file: MediaFileDto;
  /** Of the box, in CSS pixels. A box of more than 100 pixels takes the width that it gets. */
  readonly width: number;
}

/** A small image of a file in a square box; an icon for what is no image. Decoration beside the name. */
export const Thumbnail = ({ file, width }: ThumbnailProps) => {
  const [isBroken, setBroken] = useState(false);
  const url = thumbnailUrl(file, width);
  const isLarge = width > 100;
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
          src={url}
          alt=""
          width={width}
          height={width}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
};
