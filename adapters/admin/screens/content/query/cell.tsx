import { useState } from 'preact/hooks';
import { numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Icon } from '../../../components/icon.tsx';
import { isFileType } from '../../../media/media-facts.ts';
import type { ItemData } from '../read-list.ts';
import styles from './cell.module.css';
import { formatDay, formatMomentText } from './conditions.ts';
import type { ListField } from './list-fields.ts';
import { fileNameIn, smallImage } from './picture.ts';

/** The titles of items, by id; undefined until they are read. An item that does not exist has none. */
export type Titles = ReadonlyMap<string, string> | undefined;

interface CellProps {
  readonly field: ListField;
  readonly data: ItemData | undefined;
  readonly titles: Titles;
}

/** Of a long text, the start is enough to know it again. */
const shownLength = 160;

/** A value of the schema as text; a file of this service with its image. A value of another type as JSON. */
export const Cell = ({ field, data, titles }: CellProps) => {
  const values = valuesAt(data, field);
  if (values.length === 0) return <None />;
  const type = field.isList ? (field.schema?.items?.type ?? 'string') : field.schema?.type;
  if (isFileType(type)) {
    return <File key={String(values[0])} value={String(values[0])} />;
  }
  const text = values.map((value) => textOf(value, field, titles)).join(', ');
  return (
    <span class={styles.text} dir="auto">
      {text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()} …` : text}
    </span>
  );
};

export const None = () => (
  <span class="quiet-text">
    <span aria-hidden="true">–</span>
    <span class="visually-hidden">{t.query.none}</span>
  </span>
);

/** The value of a field, or those of a list. As everywhere, null and the empty text are no values. */
export const valuesAt = (
  data: ItemData | undefined,
  { path, isList }: ListField,
): readonly unknown[] => {
  let value: unknown = data;
  for (const name of path.split('.').slice(1)) {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  const values: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
  return values.filter((each) => each !== undefined && each !== null && each !== '');
};

const textOf = (value: unknown, { kind }: ListField, titles: Titles): string => {
  if (typeof value === 'boolean') return value ? t.common.yes : t.common.no;
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (kind === 'date') return formatDay(value);
  if (kind === 'moment') return formatMomentText(value);
  if (kind !== 'uuid') return value;
  return titles === undefined ? '…' : (titles.get(value.toLowerCase()) ?? t.query.missing(value));
};

const thumbnailWidth = 48;

/** The name of a file, with a small image if it is one of this service. */
const File = ({ value }: { readonly value: string }) => {
  const [isBroken, setBroken] = useState(false);
  const name = fileNameIn(value);
  const image = isBroken ? undefined : smallImage(value, thumbnailWidth);
  return (
    <span class={styles.file}>
      {image === undefined ? (
        <Icon name="file" />
      ) : (
        <img
          src={image}
          alt=""
          width={thumbnailWidth}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span class={styles.text} dir="auto">
        {name}
      </span>
    </span>
  );
};
