import {
  accessOf,
  type AccessReport,
  type BoundedCount,
  type Collection,
  type FieldIndexStatus,
  type ItemTemplate,
  type ListedCollection,
  type SchemaCheck,
} from '../../core/vocabulary.ts';
import type { AccessReportDto } from '../schemas/access-report.ts';
import type { CollectionDto } from '../schemas/collection.ts';
import type { FieldIndexDto } from '../schemas/collection-schema.ts';
import type { SchemaCheckDto } from '../schemas/schema-check.ts';

type TemplateDto = NonNullable<CollectionDto['templates']>[number];

/** For administrators. */
export const presentCollection = (collection: Collection): CollectionDto =>
  presentListed({ ...collection, access: accessOf(collection) });

export const presentListed = (collection: ListedCollection): CollectionDto => ({
  id: collection.id,
  name: collection.name,
  displayName: collection.displayName,
  description: collection.description,
  schema: collection.schema,
  isActive: collection.isActive,
  ...(collection.previewUrl !== undefined && { previewUrl: collection.previewUrl }),
  ...(collection.isSingleton === true && { singleton: true }),
  ...(collection.access !== undefined && { access: collection.access }),
  ...(collection.baseLocale !== undefined && {
    localized: true,
    baseLocale: collection.baseLocale,
  }),
  ...(collection.icon !== undefined && { icon: collection.icon }),
  ...(collection.templates !== undefined && {
    templates: collection.templates.map(presentTemplate),
  }),
  created_at: collection.createdAt,
  updated_at: collection.updatedAt,
});

const presentTemplate = ({ name, title, data }: ItemTemplate): TemplateDto => ({
  name,
  ...(title !== undefined && { title }),
  data,
});

export const presentIndex = ({
  index: { fields, isUnique },
  state,
  reason,
}: FieldIndexStatus): FieldIndexDto => {
  const [first, second] = fields.map(({ path }) => path);
  return {
    field: first ?? '',
    ...(second !== undefined && { with: second }),
    ...(isUnique && { unique: true }),
    state,
    ...(reason !== undefined && { reason }),
  };
};

export const presentSchemaCheck = ({
  checked,
  failing,
  isComplete,
  missing,
  examples,
}: SchemaCheck): SchemaCheckDto => ({
  checked,
  failing,
  isComplete,
  missing: missing.map(({ path, drafts }) => ({ path, drafts })),
  examples: examples.map(({ id, title, issues }) => ({
    id,
    title,
    issues: issues.map(({ path, message }) => ({ path, message })),
  })),
});

export const presentAccess = ({
  access,
  items,
  redirects,
  referrers,
  users,
  tokens,
}: AccessReport): AccessReportDto => ({
  access,
  items: presentCount(items),
  redirects: presentCount(redirects),
  referrers: presentCount(referrers),
  users: {
    count: users.count,
    granted: users.granted.map(({ id, name, role }) => ({ id, name, role })),
  },
  tokens: tokens.map(({ id, name }) => ({ id, name })),
});

const presentCount = ({ count, isLowerBound }: BoundedCount): BoundedCount => ({
  count,
  isLowerBound,
});
