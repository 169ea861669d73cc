import type { FieldType } from '../../../../../contracts/client/vocabulary.ts';
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
    name: 'Text',
    types: [
      {
        type: 'string',
        icon: 'text',
        name: 'Line of text',
        hint: 'A name, a heading, a short label.',
      },
      {
        type: 'textarea',
        icon: 'lines',
        name: 'Plain text',
        hint: 'Several lines without formatting.',
      },
      {
        type: 'markdown',
        icon: 'heading',
        name: 'Markdown',
        hint: 'Formatted text with links and images.',
      },
      {
        type: 'richtext',
        icon: 'bold',
        name: 'Rich text',
        hint: 'Text with markup of your own, such as HTML.',
      },
      {
        type: 'slug',
        icon: 'edit',
        name: 'Slug',
        hint: 'Letters and digits joined by hyphens, for URLs.',
      },
      { type: 'email', icon: 'email', name: 'Email address', hint: 'Checked for its form only.' },
      {
        type: 'url',
        icon: 'link',
        name: 'URL',
        hint: 'An http or https URL, or a path of your site.',
      },
      {
        type: 'color',
        icon: 'colour',
        name: 'Colour',
        hint: 'A hexadecimal colour such as #1a2b3c.',
      },
    ],
  },
  {
    name: 'Numbers, dates, choices',
    types: [
      {
        type: 'number',
        icon: 'number',
        name: 'Number',
        hint: 'Whole or decimal, with limits if you want.',
      },
      { type: 'boolean', icon: 'check', name: 'Yes or no', hint: 'A checkbox.' },
      { type: 'date', icon: 'calendar', name: 'Date', hint: 'A day without a time.' },
      {
        type: 'datetime',
        icon: 'clock',
        name: 'Date and time',
        hint: 'A moment, with its time zone.',
      },
      { type: 'select', icon: 'down', name: 'Menu', hint: 'One of your choices, from a menu.' },
      {
        type: 'radio',
        icon: 'radio',
        name: 'Radio buttons',
        hint: 'One of your choices, all visible.',
      },
      {
        type: 'multiselect',
        icon: 'list',
        name: 'Several choices',
        hint: 'Any number of your choices.',
      },
    ],
  },
  {
    name: 'Links and files',
    types: [
      {
        type: 'media',
        icon: 'image',
        name: 'Media',
        hint: 'An image, a video or a sound of the library.',
      },
      { type: 'file', icon: 'file', name: 'File', hint: 'Any file of the library, such as a PDF.' },
      {
        type: 'reference',
        icon: 'content',
        name: 'Reference',
        hint: 'Another item, of a collection you choose.',
      },
    ],
  },
  {
    name: 'Structure',
    types: [
      { type: 'array', icon: 'numbers', name: 'List', hint: 'Any number of entries of one type.' },
      {
        type: 'object',
        icon: 'folder',
        name: 'Group',
        hint: 'Several fields that belong together.',
      },
      {
        type: 'blocks',
        icon: 'table',
        name: 'Blocks',
        hint: 'Sections of different types, in the order of the editor.',
      },
      {
        type: 'json',
        icon: 'api',
        name: 'JSON',
        hint: 'Any value. The service does not check it.',
      },
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
