import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { knownValues, type Template } from '../../editor/templates/apply-template.ts';
import { t } from '../../../catalogue/texts.ts';

/** Who sees a collection. */
export type Access = NonNullable<CollectionDto['access']>;

export const accessNames: Readonly<Record<Access, string>> = {
  public: t.collections.public,
  private: t.collections.private,
};

/** What a collection is called, whether the public reads it, how many items it has, in how many languages, and where a website shows drafts. */
export type Details = Pick<CollectionDto, 'name' | 'displayName' | 'description' | 'isActive'> & {
  /** Whether it contains at most one item. */
  readonly singleton: boolean;
  /** Empty for none. */
  readonly previewUrl: string;
  readonly access: Access;
  /** Whether its items have languages. */
  readonly localized: boolean;
  /** The language of the items that exist when it is localised; empty for one that is not. */
  readonly baseLocale: string;
  readonly templates: readonly DraftTemplate[];
  /** Null for none. */
  readonly icon: NonNullable<CollectionDto['icon']> | null;
};

/** A template while it is edited. */
export interface DraftTemplate extends Template {
  /** The name under which it is saved: identifies it while its name changes. */
  readonly id: string;
}

export const detailsOf = ({
  name,
  displayName,
  description,
  isActive,
  singleton = false,
  previewUrl = '',
  access = 'public',
  localized = false,
  baseLocale = '',
  templates = [],
  icon,
}: CollectionDto): Details => ({
  name,
  displayName,
  description,
  isActive,
  singleton,
  previewUrl,
  access,
  localized,
  baseLocale,
  templates: templates.map((template) => ({ ...template, id: template.name })),
  icon: icon ?? null,
});

/** The templates as they are saved: without values of fields that the schema does not have. */
export const writeTemplates = (
  templates: readonly DraftTemplate[],
  schema: CollectionSchemaDto,
): readonly Template[] =>
  templates.map(({ id: _, ...template }) => ({
    ...template,
    data: knownValues(template.data, schema),
  }));

/** Unsaved work, as far as it says who can read the collection. */
interface AccessWork {
  readonly saved: CollectionDto;
  readonly details: Details;
}

/**
 * The work on top of what is stored now. Somebody may have closed or opened the collection since the work was begun: a
 * form that did not change that must show it, because people rely on it.
 */
export const withStoredAccess = <W extends AccessWork>(
  work: W,
  { access = 'public' }: Pick<CollectionDto, 'access'>,
): W => {
  const before = detailsOf(work.saved).access;
  const chosen = { ...detailsOf(work.saved), ...work.details }.access;
  return {
    ...work,
    saved: { ...work.saved, access },
    details: { ...work.details, access: chosen === before ? access : chosen },
  };
};
