import { parseSchema } from '../collections/schema/parse-schema.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  parseCollectionName,
} from '../model/collection.ts';
import { readLocaleCode, type LocaleCode } from '../model/locale.ts';
import { parsePreviewUrl } from '../model/preview-url.ts';
import type { SchemaCollection } from '../model/site/site-schema.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { isJsonObject, type JsonObject } from '../primitives/json.ts';
import { parseText } from '../primitives/text.ts';
import type { FileIssues } from './file-issues.ts';
import { orderedSchema } from './ordered-schema.ts';
import type { FileCollection } from './schema-file.ts';

interface Surroundings {
  /** With the new codes of locales. */
  readonly stored: readonly SchemaCollection[];
  /** The locales of the file. */
  readonly locales: readonly LocaleCode[];
  readonly patterns: PatternCompiler;
  readonly issues: FileIssues;
}

/** A collection as the file wants it. */
export interface DeclaredCollection {
  readonly collection: SchemaCollection;
  /** The stored collection that becomes this one; absent for a new one. */
  readonly before: SchemaCollection | undefined;
}

export const declaredCollections = (
  files: readonly FileCollection[],
  around: Surroundings,
): readonly DeclaredCollection[] => {
  const { stored, issues } = around;
  const named = new Map(stored.map((each) => [each.name, each]));
  const names = files.map(({ name }) => name);
  return files.flatMap((file, index) => {
    const path = `collections.${index}`;
    const former = file.renamedFrom === undefined ? undefined : named.get(file.renamedFrom);
    if (names.indexOf(file.name) < index) issues.report(`${path}.name`, 'is twice in the file');
    if (former !== undefined && names.includes(former.name)) {
      issues.report(`${path}.renamedFrom`, `is still in the file: ${former.name}`);
    } else if (former !== undefined && named.has(file.name)) {
      issues.report(`${path}.name`, 'is the name of another collection until that is removed');
    } else if (
      former !== undefined &&
      files.findIndex((each) => each.renamedFrom === former.name) < index
    ) {
      issues.report(`${path}.renamedFrom`, `is renamed twice: ${former.name}`);
    }
    const before = former ?? named.get(file.name);
    const collection = issues.parse(path, () => declared(file, before, path, around));
    return collection === undefined ? [] : [{ collection, before }];
  });
};

const declared = (
  file: FileCollection,
  before: SchemaCollection | undefined,
  path: string,
  around: Surroundings,
): SchemaCollection => {
  const { patterns, issues } = around;
  const name = parseCollectionName(file.name);
  const { displayName = before?.displayName ?? '', description = before?.description ?? '' } = file;
  if (file.schema !== undefined) reportMoves(file.schema, before, path, issues);
  const schema = orderedSchema(
    file.schema === undefined && before !== undefined
      ? before.schema
      : parseSchema(file.schema ?? {}, patterns),
  );
  return {
    name,
    displayName: parseText('displayName', displayName, { max: displayNameMaxLength }) || name,
    description: parseText('description', description, { max: descriptionMaxLength }),
    schema,
    singleton: file.singleton ?? before?.singleton ?? false,
    ...localisation(file, before, path, around),
    previewUrl:
      file.previewUrl === undefined
        ? (before?.previewUrl ?? null)
        : (parsePreviewUrl(file.previewUrl ?? '') ?? null),
    access: file.access ?? before?.access ?? 'public',
    isActive: file.isActive ?? before?.isActive ?? true,
  };
};

/** A schema says nothing about values, so what would move or remove them is not part of it. */
const reportMoves = (
  { properties }: JsonObject,
  before: SchemaCollection | undefined,
  path: string,
  { report }: FileIssues,
): void => {
  if (!isJsonObject(properties)) return;
  const known = before?.schema.properties ?? {};
  for (const [name, field] of Object.entries(properties)) {
    if (!isJsonObject(field)) continue;
    const at = `${path}.schema.properties.${name}`;
    if (field['purge'] === true) {
      report(`${at}.purge`, 'must be absent: the values of a field are not removed by a file');
    }
    const { renamedFrom } = field;
    if (typeof renamedFrom === 'string' && Object.hasOwn(known, renamedFrom)) {
      report(`${at}.renamedFrom`, 'must be absent: fields are not renamed by a file');
    }
  }
};

const localisation = (
  { localized: wanted, baseLocale }: FileCollection,
  before: SchemaCollection | undefined,
  path: string,
  { locales, issues }: Surroundings,
): Pick<SchemaCollection, 'localized' | 'baseLocale'> => {
  const localized = wanted ?? before?.localized ?? false;
  const named = typeof baseLocale === 'string' ? readLocaleCode(baseLocale) : undefined;
  if (typeof baseLocale === 'string' && !localized) {
    issues.report(`${path}.baseLocale`, 'needs localized: true');
  } else if (typeof baseLocale === 'string' && (named === undefined || !locales.includes(named))) {
    issues.report(`${path}.baseLocale`, `must be one of: ${locales.join(', ')}`);
  }
  if (!localized) return { localized, baseLocale: null };
  const kept = before?.baseLocale ?? undefined;
  if (named !== undefined && kept !== undefined && named !== kept) {
    const message = `is ${kept}, and changes only with the code of that locale`;
    issues.report(`${path}.baseLocale`, message);
  }
  const base = kept ?? named ?? locales[0];
  if (base === undefined) issues.report(`${path}.localized`, 'needs locales, and there are none');
  return { localized, baseLocale: base ?? null };
};
