import type { FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import type { IconName } from '../../../components/icon.tsx';

interface TypeText {
  readonly type: FieldType;
  readonly icon: IconName;
  readonly name: string;
  /** What it is for. */
  readonly hint: string;
}

export interface TypeGroup {
  readonly name: string;
  readonly types: readonly TypeText[];
}

/** Every type of field, in the order of the menu. */
const typeGroups: readonly TypeGroup[] = [
  {
    name: t.fieldTypes.groups.text,
    types: [
      { type: 'string', icon: 'text', ...t.fieldTypes.string },
      { type: 'textarea', icon: 'lines', ...t.fieldTypes.textarea },
      { type: 'markdown', icon: 'heading', ...t.fieldTypes.markdown },
      { type: 'richtext', icon: 'bold', ...t.fieldTypes.richtext },
      { type: 'slug', icon: 'edit', ...t.fieldTypes.slug },
      { type: 'email', icon: 'email', ...t.fieldTypes.email },
      { type: 'url', icon: 'link', ...t.fieldTypes.url },
      { type: 'color', icon: 'colour', ...t.fieldTypes.color },
    ],
  },
  {
    name: t.fieldTypes.groups.values,
    types: [
      { type: 'number', icon: 'number', ...t.fieldTypes.number },
      { type: 'boolean', icon: 'check', ...t.fieldTypes.boolean },
      { type: 'date', icon: 'calendar', ...t.fieldTypes.date },
      { type: 'datetime', icon: 'clock', ...t.fieldTypes.datetime },
      { type: 'select', icon: 'down', ...t.fieldTypes.select },
      { type: 'radio', icon: 'radio', ...t.fieldTypes.radio },
      { type: 'multiselect', icon: 'list', ...t.fieldTypes.multiselect },
    ],
  },
  {
    name: t.fieldTypes.groups.links,
    types: [
      { type: 'media', icon: 'image', ...t.fieldTypes.media },
      { type: 'file', icon: 'file', ...t.fieldTypes.file },
      { type: 'reference', icon: 'content', ...t.fieldTypes.reference },
    ],
  },
  {
    name: t.fieldTypes.groups.structure,
    types: [
      { type: 'array', icon: 'numbers', ...t.fieldTypes.array },
      { type: 'object', icon: 'folder', ...t.fieldTypes.object },
      { type: 'blocks', icon: 'table', ...t.fieldTypes.blocks },
      { type: 'json', icon: 'api', ...t.fieldTypes.json },
    ],
  },
];

/** The types that a field may have: a block contains no blocks. */
export const typesFor = (isInBlock: boolean): readonly TypeGroup[] =>
  isInBlock
    ? typeGroups.map(({ name, types }) => ({
        name,
        types: types.filter(({ type }) => type !== 'blocks'),
      }))
    : typeGroups;

const names = new Map(
  typeGroups.flatMap(({ types }) => types.map(({ type, name }) => [type, name] as const)),
);

export const typeName = (type: FieldType): string => names.get(type) ?? type;
