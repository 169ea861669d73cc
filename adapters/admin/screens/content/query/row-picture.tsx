import { useState } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { pictureSize } from './read-pictures.ts';
import styles from './row-picture.module.css';

/** The picture of an item, beside its title; without one, a quiet box of the same size. Decoration. */
export const RowPicture = ({ url }: { readonly url: string | undefined }) => {
  const [broken, setBroken] = useState<string>();
  return (
    <span class={styles.picture} aria-hidden="true">
      {url === undefined || url === broken ? (
        <Icon name="image" size={18} />
      ) : (
        <img
          key={url}
          src={url}
          alt=""
          width={pictureSize}
          height={pictureSize}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
        />
      )}
    </span>
  );
};
