import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../contracts/media.ts';
import { Icon } from '../components/icon.tsx';
import { iconOf, formatName } from './media-facts.ts';
import { thumbnailUrl } from './thumbnail.ts';
import './media-thumbnail.css';

interface ThumbnailProps {
  readonly file: MediaFileDto;
  /** Of the box, in CSS pixels. */
  readonly width: number;
}

/** A small image of a file in a square box; an icon for what is no image. Decoration beside the name. */
export const Thumbnail = ({ file, width }: ThumbnailProps) => {
  const [isBroken, setBroken] = useState(false);
  const url = thumbnailUrl(file, width);
  return (
    <span class="thumbnail" aria-hidden="true">
      {url === undefined || isBroken ? (
        <>
          <Icon name={iconOf(file)} size={width > 100 ? 32 : 20} />
          {width > 100 && <span class="format">{formatName(file)}</span>}
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
