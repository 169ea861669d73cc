import { batch } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { findReferences } from '../../../../../../contracts/client/find-references.ts';
import { readUuid } from '../../../../../../contracts/client/vocabulary.ts';
import type { MediaFileDto } from '../../../../../../contracts/operations/media.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import { Icon } from '../../../../components/icon.tsx';
import { useWrittenLanguage } from '../../../../components/inputs/written-language.ts';
import { altIn } from '../../../../media/file-texts.ts';
import { imageUrl, mediaBase } from '../../../../media/image-url.ts';
import { formatDimensions, isFileType, kindOf } from '../../../../media/media-facts.ts';
import { thumbnailUrl } from '../../../../media/thumbnail.ts';
import { Broken } from '../../../../references/broken.tsx';
import { useTargets } from '../../../../references/targets.ts';
import { isEntry, type ControlProps } from '../field-form.ts';
import { AltText } from './alt-text.tsx';
import styles from './file-control.module.css';
import { pickFile } from '../pickers.ts';
import { SchemaField } from '../schema-field.tsx';
import { useText, writeText } from './text-controls.tsx';

const isImage = (url: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i.test(url);

/** Of the picture, in CSS pixels. */
const pictureWidth = 160;

/** Fills the empty members `alt`, `width` and `height` beside the only file of an object. */
const describeBeside = (
  { form, path, siblings = {} }: ControlProps,
  facts: Partial<Pick<MediaFileDto, 'alt' | 'width' | 'height'>>,
): void => {
  if (Object.values(siblings).filter(({ type }) => isFileType(type)).length !== 1) return;
  for (const [name, fact] of Object.entries(facts)) {
    const type = siblings[name]?.type ?? '';
    const fits = typeof fact === 'number' ? type === 'number' : /^(?:string|textarea)$/.test(type);
    const member = [...path.slice(0, -1), name];
    const isEmpty = ['', null, undefined].some((each) => each === form.read(member));
    if (fits && isEmpty && fact !== '') form.write(member, fact);
  }
};

/** A file: chosen from the media library, or by its URL. */
export const FileControl = (props: ControlProps) => {
  const { form, field, path, label } = props;
  const url = useText(props);
  const targets = useTargets();
  const { lang } = useWrittenLanguage();
  const choose = async (): Promise<void> => {
    const file = await pickFile(field.type, targets, lang);
    if (file === undefined) return;
    batch(() => {
      writeText(props, file.url);
      describeBeside(props, { alt: altIn(file, lang), width: file.width, height: file.height });
    });
  };
  return (
    <SchemaField props={props}>
      {(control) => (
        <div class={styles.file}>
          {url !== '' && (
            <ChosenFile
              key={url}
              url={url}
              type={field.type}
              isReadOnly={form.isReadOnly}
              onDescribed={(file) => describeBeside(props, { alt: altIn(file, lang) })}
            />
          )}
          {!form.isReadOnly && (
            <div class="row">
              <Button icon="image" onClick={() => void choose()}>
                {url === '' ? t.fields.files.choose : t.fields.change}
              </Button>
              {/* The list removes its entries. */}
              {url !== '' && !isEntry(path) && (
                <Button label={t.common.removeNamed(label)} onClick={() => writeText(props, '')}>
                  {t.common.remove}
                </Button>
              )}
            </div>
          )}
          <details open={control['aria-invalid']}>
            <summary>{t.fields.files.useAddress}</summary>
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

interface ChosenFileProps {
  readonly url: string;
  readonly type: ControlProps['field']['type'];
  readonly isReadOnly: boolean;
  /** Called once the file has an alternative text. */
  readonly onDescribed: (file: MediaFileDto) => void;
}

/** A picture of the file, its name and, of an image, its size and alternative text. A file that does not exist is broken. */
const ChosenFile = ({ url, type, isReadOnly, onDescribed }: ChosenFileProps) => {
  const targets = useTargets();
  const [reference] = useMemo(
    () => findReferences({ properties: { url: { type } } }, { url }, mediaBase()),
    [],
  );
  const isFile = reference !== undefined && reference.kind !== 'none';
  const target = useMemo(() => (isFile ? targets.file(reference) : undefined), [targets])?.value;
  const [loadedSize, setLoadedSize] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  if (reference?.kind === 'none' || target?.kind === 'broken') {
    const { brokenUrl, brokenId, brokenHint } = t.fields.files;
    const text = readUuid(url) === undefined ? brokenUrl(url) : brokenId(url);
    return <Broken text={text} hint={brokenHint} />;
  }
  const file = target?.kind === 'found' ? target.value : undefined;
  const address = file?.url ?? url;
  const safe = imageUrl(address);
  const isPicture = file === undefined ? isImage(address) : kindOf(file) === 'image';
  // The original of a file that is being read may be large.
  const picture = file === undefined ? safe : thumbnailUrl(file, pictureWidth);
  const isShown = isPicture && !isBroken && target?.kind !== 'loading';
  const facts = file === undefined ? undefined : formatDimensions(file);
  const size = facts ?? loadedSize;
  return (
    <div class={styles.chosen}>
      {isShown && picture !== undefined ? (
        <img
          src={picture}
          alt=""
          width={file?.width}
          height={file?.height}
          loading="lazy"
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setLoadedSize(`${naturalWidth} × ${naturalHeight}`)
          }
        />
      ) : (
        <Icon name="file" size={28} />
      )}
      <div>
        <p class="breakable" dir="auto">
          {safe === undefined ? (
            nameOf(address)
          ) : (
            <a href={safe} target="_blank" rel="noreferrer">
              {file?.originalName ?? nameOf(address)}
            </a>
          )}
        </p>
        {size !== undefined && <p class="hint">{size} px</p>}
        {isBroken && <p class="hint">{t.fields.files.unshown}</p>}
        {file !== undefined && isPicture && (
          <AltText file={file} isReadOnly={isReadOnly} onStored={onDescribed} />
        )}
      </div>
    </div>
  );
};
