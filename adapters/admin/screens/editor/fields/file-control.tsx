import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { pickMedia } from '../../../media/pick-media.tsx';
import { controlId, useIssue, type ControlProps } from './field-form.ts';
import { useText, writeText } from './text-controls.tsx';

const isImage = (url: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i.test(url);

/** The URL of a file: chosen from the media library, or typed. */
export const FileControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const url = useText(props);
  const error = useIssue(props);
  const choose = async (): Promise<void> => {
    const file = await pickMedia({ type: field.type === 'media' ? 'image' : undefined });
    if (file !== undefined) writeText(props, file.url);
  };
  return (
    <Field
      id={controlId(path)}
      label={label}
      required={required}
      hint={field.description}
      error={error}
    >
      {(control) => (
        <div class="file-control">
          {isImage(url) && <img src={url} alt="" loading="lazy" />}
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
    </Field>
  );
};
