import { Button } from '../../../components/button.tsx';
import { imageUrl } from '../../../media/image-url.ts';
import { pickMedia } from '../../../media/pick-media.tsx';
import type { ControlProps } from './field-form.ts';
import styles from './file-control.module.css';
import { SchemaField } from './schema-field.tsx';
import { useText, writeText } from './text-controls.tsx';

const isImage = (url: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i.test(url);

/** The URL of a file: chosen from the media library, or typed. */
export const FileControl = (props: ControlProps) => {
  const { form, field } = props;
  const url = useText(props);
  const shown = isImage(url) ? imageUrl(url) : undefined;
  const choose = async (): Promise<void> => {
    const file = await pickMedia({ type: field.type === 'media' ? 'image' : undefined });
    if (file !== undefined) writeText(props, file.url);
  };
  return (
    <SchemaField props={props}>
      {(control) => (
        <div class={styles.file}>
          {shown !== undefined && <img src={shown} alt="" loading="lazy" />}
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
          {!form.isReadOnly && (
            <Button icon="image" onClick={() => void choose()}>
              Choose a file
            </Button>
          )}
        </div>
      )}
    </SchemaField>
  );
};
