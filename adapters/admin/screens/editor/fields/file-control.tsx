import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { imageUrl } from '../../../media/image-url.ts';
import { Icon } from '../../../components/icon.tsx';
import { pickMedia } from '../../../media/pick-media.tsx';
import type { ControlProps } from './field-form.ts';
import styles from './file-control.module.css';
import { SchemaField } from './schema-field.tsx';
import { useText, writeText } from './text-controls.tsx';

const isImage = (url: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i.test(url);

/** A file: chosen from the media library, or by its URL. */
export const FileControl = (props: ControlProps) => {
  const { form, field, label } = props;
  const url = useText(props);
  const choose = async (): Promise<void> => {
    const file = await pickMedia({ type: field.type === 'media' ? 'image' : undefined });
    if (file !== undefined) writeText(props, file.url);
  };
  return (
    <SchemaField props={props}>
      {(control) => (
        <div class={styles.file}>
          {url !== '' && <ChosenFile key={url} url={url} />}
          {!form.isReadOnly && (
            <div class="row">
              <Button icon="image" onClick={() => void choose()}>
                {url === '' ? 'Choose a file' : 'Change'}
              </Button>
              {url !== '' && (
                <Button label={`Remove ${label}`} onClick={() => writeText(props, '')}>
                  Remove
                </Button>
              )}
            </div>
          )}
          <details open={control['aria-invalid']}>
            <summary>Use an address</summary>
            <input
              {...control}
              class="input"
              type="text"
              inputMode="url"
              placeholder="https://"
              value={url}
              readOnly={form.isReadOnly}
              onInput={(event) => writeText(props, event.currentTarget.value)}
            />
          </details>
        </div>
      )}
    </SchemaField>
  );
};

const nameOf = (url: string): string => {
  const name = url.split(/[?#]/)[0]?.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** A picture of the file, its name and, of an image, its size. */
const ChosenFile = ({ url }: { readonly url: string }) => {
  const [size, setSize] = useState<string>();
  const shown = isImage(url) ? imageUrl(url) : undefined;
  return (
    <div class={styles.chosen}>
      {shown !== undefined ? (
        <img
          src={shown}
          alt=""
          loading="lazy"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${naturalWidth} × ${naturalHeight} px`)
          }
        />
      ) : (
        <Icon name="file" size={28} />
      )}
      <div>
        <p dir="auto">{nameOf(url)}</p>
        {size !== undefined && <p class="hint">{size}</p>}
      </div>
    </div>
  );
};
