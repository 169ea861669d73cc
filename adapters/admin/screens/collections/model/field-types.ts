import type { FieldType } from '../../../../../contracts/vocabulary.ts';

interface TypeText {
  readonly type: FieldType;
  readonly name: string;
  /** What it is for. */
  readonly hint: string;
}

export interface TypeGroup {
  readonly name: string;
  readonly types: readonly TypeText[];
}

/** Every type of field, in the order of the menu. */
export const typeGroups: readonly TypeGroup[] = [
  {
    name: 'Text',
    types: [
      { type: 'string', name: 'Line of text', hint: 'A name, a heading, a short label.' },
      { type: 'textarea', name: 'Plain text', hint: 'Several lines without formatting.' },
      { type: 'markdown', name: 'Markdown', hint: 'Formatted text with links and images.' },
      { type: 'richtext', name: 'Rich text', hint: 'Text with markup of your own, such as HTML.' },
      { type: 'slug', name: 'Slug', hint: 'Letters and digits joined by hyphens, for URLs.' },
      { type: 'email', name: 'Email address', hint: 'Checked for its form only.' },
      { type: 'url', name: 'URL', hint: 'An http or https URL, or a path of your site.' },
      { type: 'color', name: 'Colour', hint: 'A hexadecimal colour such as #1a2b3c.' },
    ],
  },
  {
    name: 'Numbers, dates, choices',
    types: [
      { type: 'number', name: 'Number', hint: 'Whole or decimal, with limits if you want.' },
      { type: 'boolean', name: 'Yes or no', hint: 'A checkbox.' },
      { type: 'date', name: 'Date', hint: 'A day without a time.' },
      { type: 'datetime', name: 'Date and time', hint: 'A moment, with its time zone.' },
      { type: 'select', name: 'Menu', hint: 'One of your choices, from a menu.' },
      { type: 'radio', name: 'Radio buttons', hint: 'One of your choices, all visible.' },
      { type: 'multiselect', name: 'Several choices', hint: 'Any number of your choices.' },
    ],
  },
  {
    name: 'Links and files',
    types: [
      { type: 'media', name: 'Media', hint: 'An image, a video or a sound of the library.' },
      { type: 'file', name: 'File', hint: 'Any file of the library, such as a PDF.' },
      { type: 'reference', name: 'Reference', hint: 'Another item, of a collection you choose.' },
    ],
  },
  {
    name: 'Structure',
    types: [
      { type: 'array', name: 'List', hint: 'Any number of entries of one type.' },
      { type: 'object', name: 'Group', hint: 'Several fields that belong together.' },
      { type: 'json', name: 'JSON', hint: 'Any value. The service does not check it.' },
    ],
  },
];

const names = new Map(
  typeGroups.flatMap(({ types }) => types.map(({ type, name }) => [type, name] as const)),
);

export const typeName = (type: FieldType): string => names.get(type) ?? type;
