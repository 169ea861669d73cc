import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { t } from '../../../catalogue/texts.ts';
import type { IconName } from '../../../components/icon.tsx';
import { newField, readFields, type DraftField } from './draft.ts';
import { mapFields } from './edit-fields.ts';

export type ReadyGroupName = 'seo' | 'address' | 'contact' | 'link';

interface ReadyGroup {
  readonly icon: IconName;
  readonly properties: Readonly<Record<string, FieldDto>>;
}

const { seo, address, contact, link } = t.readyGroups;

/** Groups of fields that many collections have. Its name is the key of a group. */
const readyGroups: Readonly<Record<ReadyGroupName, ReadyGroup>> = {
  seo: {
    icon: 'search',
    properties: {
      metaTitle: { type: 'string', ...seo.metaTitle, maxLength: 60 },
      metaDescription: { type: 'textarea', ...seo.metaDescription, maxLength: 160 },
      shareImage: { type: 'media', ...seo.shareImage },
      noIndex: { type: 'boolean', ...seo.noIndex },
    },
  },
  address: {
    icon: 'email',
    properties: {
      street: { type: 'string', title: address.street },
      addition: { type: 'string', title: address.addition },
      postalCode: { type: 'string', title: address.postalCode, width: 'third' },
      city: { type: 'string', title: address.city, width: 'third' },
      region: { type: 'string', title: address.region, width: 'third' },
      country: { type: 'string', title: address.country },
    },
  },
  contact: {
    icon: 'profile',
    properties: {
      name: { type: 'string', title: t.common.name, width: 'half' },
      role: { type: 'string', title: contact.role, width: 'half' },
      email: { type: 'email', title: contact.email, width: 'half' },
      phone: { type: 'string', title: contact.phone, width: 'half' },
      website: { type: 'url', title: contact.website },
    },
  },
  link: {
    icon: 'link',
    properties: {
      text: { type: 'string', title: link.text, width: 'half' },
      url: { type: 'url', title: link.url, width: 'half' },
      newWindow: { type: 'boolean', title: link.newWindow },
    },
  },
};

/** The groups for a menu. */
export const readyGroupChoices = (Object.keys(readyGroups) as ReadyGroupName[]).map((value) => ({
  value,
  label: t.readyGroups[value].title,
  hint: t.readyGroups[value].hint,
  icon: readyGroups[value].icon,
}));

export const isReadyGroup = (name: string): name is ReadyGroupName =>
  Object.hasOwn(readyGroups, name);

/** A group with its fields, which are new. */
export const newReadyGroup = (name: ReadyGroupName, key: string, title: string): DraftField => ({
  ...newField('object', key, title),
  fields: mapFields(readFields(readyGroups[name]), (field) => ({ ...field, savedKey: undefined })),
});

/** The key, with a number if another field has it. */
export const freeKey = (key: string, taken: readonly string[]): string => {
  let free = key;
  for (let number = 2; taken.includes(free); number += 1) free = `${key}${number}`;
  return free;
};
