import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { FieldIndexDto } from '../../../../contracts/schemas/collection-schema.ts';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import type { ComparedField } from '../../components/texts/compared-fields.tsx';
import {
  readCopies,
  type UnsavedCopy,
  type UnsavedCopies,
  type WorkPlace,
} from '../../shell/unsaved/unsaved-copies.ts';
import { urlOf } from '../../shell/router.ts';
import { createBuilder, type BuilderState, type BuilderWork } from './builder-state.ts';
import { accessNames, withStoredAccess, type Details } from './model/details.ts';
import { writeSchema } from './model/draft.ts';

/** A collection that is open in the builder, and its unsaved work in this browser. */
export interface OpenedCollection extends UnsavedCopies<BuilderWork> {
  readonly collection: CollectionDto;
  readonly indexes: readonly FieldIndexDto[];
}

/** What the unsaved work of a collection belongs to. Reads signals. */
export const placeOf = ({ saved }: BuilderState): WorkPlace => {
  const { id, name, displayName } = saved.value;
  return {
    what: `collection:${id}`,
    title: t.builder.workTitle(displayName),
    url: urlOf(`/collections/${name}`),
  };
};

/** @throws ApiError, OfflineError. */
export const openCollection = async (name: string): Promise<OpenedCollection> => {
  const { data } = (await api.getCollection({ params: { name } })).body;
  const { indexes = [], ...collection } = data;
  const copies = await readCopies<BuilderWork>(`collection:${collection.id}`);
  const current = (copy: UnsavedCopy<BuilderWork>): UnsavedCopy<BuilderWork> => ({
    ...copy,
    work: withStoredAccess(copy.work, collection),
  });
  const own = copies.own && current(copies.own);
  const others = copies.others.map(current);
  // The page may have been closed between the save and the removal of the copy.
  const isOpen = ({ work }: UnsavedCopy<BuilderWork>): boolean =>
    createBuilder(collection, { ...work, saved: collection }).isDirty.peek();
  return {
    collection,
    indexes,
    own: own !== undefined && isOpen(own) ? own : undefined,
    others: others.filter(isOpen),
  };
};

const schemaText = ({ fields, jsonText }: Pick<BuilderWork, 'fields' | 'jsonText'>): string =>
  jsonText ?? JSON.stringify(writeSchema(fields), undefined, 2);

const templatesText = (templates: Details['templates']): string =>
  JSON.stringify(
    templates.map(({ id: _, ...template }) => template),
    undefined,
    2,
  );

/** In what a version differs from the form. */
export const compareWorks = (
  builder: BuilderState,
  version: BuilderWork,
): readonly ComparedField[] => {
  const form = builder.current();
  return [
    { label: t.common.name, before: form.details.displayName, after: version.details.displayName },
    {
      label: t.builder.description,
      before: form.details.description,
      after: version.details.description,
    },
    {
      label: t.builder.whoReads,
      before: accessNames[form.details.access],
      after: accessNames[withStoredAccess(version, builder.saved.peek()).details.access],
    },
    {
      label: t.templates.title,
      before: templatesText(form.details.templates),
      after: templatesText({ ...form.details, ...version.details }.templates),
      isCode: true,
    },
    { label: t.builder.fields, before: schemaText(form), after: schemaText(version), isCode: true },
  ].filter((each) => each.before !== each.after);
};
