import type { Brand } from '../../primitives/text.ts';
import { readUuid } from '../../primitives/uuid.ts';
import type { ContentItem } from './content-item.ts';
import type { DeletionRule } from '../field.ts';
import type { MediaFile } from '../media/media-file.ts';

/**
 * What a reference names. Either may not exist, because imports arrive in any order.
 *
 * - `item/<id>`: an item.
 * - `media/<id>`: a media file by the id of its record.
 * - `file/<key>`: a media file by a URL of this service.
 * - `url/<key>`: a URL that ends in the form of a key, at another base. It can be an earlier base of this service, or the
 *   file of another one.
 * - `none/item/<text>`, `none/media/<text>`: a text that names neither an item nor a media file, so it is always broken. The
 *   text is cut and percent-encoded.
 */
export type ReferenceTarget = Brand<string, 'ReferenceTarget'>;

const targetKinds = ['item', 'media', 'file', 'url', 'none'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** @param name an id in lower case, or a key. */
export const targetOf = (kind: TargetKind, name: string): ReferenceTarget =>
  `${kind}/${name}` as ReferenceTarget;

export const parseTarget = (
  target: ReferenceTarget,
): { readonly kind: TargetKind; readonly name: string } => {
  const end = target.indexOf('/');
  return { kind: target.slice(0, end) as TargetKind, name: target.slice(end + 1) };
};

/** In UTF-16 units, of a text that names nothing. An index limits the length of a target. */
const shownTextMax = 60;

/** The target of a text that should name an item or a media file, and does not. */
export const noTarget = (kind: 'item' | 'media', text: string): ReferenceTarget =>
  targetOf('none', `${kind}/${encodeURIComponent(text.slice(0, shownTextMax).toWellFormed())}`);

/** What a target should name, and the start of its text. @param name of a target of the kind `none`. */
export const parseNoTarget = (
  name: string,
): { readonly kind: 'item' | 'media'; readonly text: string } => {
  const end = name.indexOf('/');
  return {
    kind: name.slice(0, end) as 'item' | 'media',
    text: decodeURIComponent(name.slice(end + 1)),
  };
};

/** Every target that names the media file. */
export const targetsOfMedia = ({
  id,
  key,
}: Pick<MediaFile, 'id' | 'key'>): readonly ReferenceTarget[] => [
  targetOf('media', id),
  targetOf('file', key),
  targetOf('url', key),
];

/** A reference in the data of an item. An item has each pair of field and target once. */
export interface Reference {
  /** The path of the field, without indexes: `sections.photo`. */
  readonly field: string;
  readonly target: ReferenceTarget;
  /** `ignore` for media files and links in texts. */
  readonly onDelete: DeletionRule;
}

/** Whether two items refer to the same, by the same rules. The order does not matter. */
export const areSameReferences = (
  one: readonly Reference[],
  other: readonly Reference[],
): boolean => {
  const keyOf = ({ field, target, onDelete }: Reference): string =>
    `${field} ${target} ${onDelete}`;
  const keys = new Set(other.map(keyOf));
  return one.length === other.length && one.every((reference) => keys.has(keyOf(reference)));
};

/** An item that refers to something, and the field in which it does. */
export interface Referrer extends Pick<
  ContentItem,
  'id' | 'title' | 'slug' | 'status' | 'collectionId'
> {
  readonly field: string;
}

/** A referrer with what it refers to. */
export interface ReferrerWithTarget extends Referrer {
  readonly target: ReferenceTarget;
}

/** The place of a reference among all: by descending item, then field and target. */
export type ReferencePlace = Pick<Reference, 'field' | 'target'> & {
  readonly contentId: string;
};

const placeForm = /^(\S+) (\S+) ((?:item|media|file|url|none)\/\S+)$/;

/** The place as text for clients. */
export const formatPlace = ({ contentId, field, target }: ReferencePlace): string =>
  `${contentId} ${field} ${target}`;

/** The inverse of {@link formatPlace}; undefined for any other text. */
export const readPlace = (text: string): ReferencePlace | undefined => {
  const [, rawId = '', field = '', target = ''] = placeForm.exec(text) ?? [];
  const contentId = readUuid(rawId);
  return contentId === undefined
    ? undefined
    : { contentId, field, target: target as ReferenceTarget };
};
