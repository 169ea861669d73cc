import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { SchemaCheckDto } from '../../../../contracts/schemas/schema-check.ts';
import type { JsonObject } from '../../../../contracts/schemas/schema.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { rename, urlOf } from '../../shell/router.ts';
import type { BuilderState } from './builder-state.ts';
import { askShareFrom } from './languages/ask-share-from.tsx';
import { askLocalised } from './languages/ask-localised.ts';
import { listMistakes } from './mistakes.ts';
import { writeTemplates } from './model/details.ts';
import { writeSchema, type DraftField } from './model/draft.ts';
import { duplicatesIn, type Duplicate } from './model/duplicates.ts';
import { indexedName } from './model/indexing.ts';
import { indexingEffects } from './model/indexing-effects.ts';
import { findIssues, placeIssues } from './model/issues.ts';

/** What a change of the schema does, besides changing the form. */
export interface SchemaEffect {
  readonly check: SchemaCheckDto;
  /** What it does to indexes and the search, in sentences. */
  readonly indexing: readonly string[];
  /** The fields that were checked. */
  readonly fields: readonly DraftField[];
}

export interface SaveDialogs {
  /** Asks whether to save a schema that has an effect on stored items. */
  readonly askEffect: (effect: SchemaEffect) => Promise<boolean>;
  /** Asks whether to close or to open the collection, with what that means. */
  readonly askAccess: () => Promise<boolean>;
  /** Shows why a field cannot become unique. */
  readonly showDuplicates: (duplicates: readonly Duplicate[]) => void;
}

/** Whether no item would fail. */
export const isHarmless = ({ failing, missing, isComplete }: SchemaCheckDto): boolean =>
  failing === 0 && missing.length === 0 && isComplete;

/** What a save without any failing item says. */
const successOf = (check: SchemaCheckDto | undefined): string => {
  if (check === undefined || !isHarmless(check) || check.checked === 0) {
    return t.builder.saved;
  }
  return counted(check.checked, t.builder.savedChecked);
};

/** Without items, an index is there at once. */
const indexingOf = (
  { saved }: BuilderState,
  { checked }: SchemaCheckDto,
  fields: readonly DraftField[],
): readonly string[] =>
  checked === 0
    ? []
    : indexingEffects(saved.peek().schema, writeSchema(fields), (path) =>
        indexedName(fields, path),
      );

/** The `ETag` of what a save replaces; undefined if somebody else has saved the collection meanwhile, and that must stay. */
const tagToReplace = async ({ saved }: BuilderState): Promise<string | undefined> => {
  const { name, updated_at: openedAt } = saved.peek();
  const { body, headers } = await api.getCollection({ params: { name } });
  const mayReplace =
    body.data.updated_at === openedAt ||
    (await confirm({
      title: t.builder.changedMeanwhile,
      text: t.builder.changedMeanwhileText,
      action: t.builder.replaceTheirs,
      cancel: t.common.goBack,
      danger: true,
    }));
  return mayReplace ? headers.ETag : undefined;
};

const foundIn = (error: unknown): FieldIssues => {
  if (hasCode(error, 'collection_name_taken')) {
    return { name: t.collections.nameTaken };
  }
  if (hasCode(error, 'not_singleton')) {
    return { singleton: t.builder.notSingleton };
  }
  if (hasCode(error, 'has_translations')) {
    return {
      localized: t.builder.hasTranslations,
    };
  }
  if (hasCode(error, 'not_unique')) {
    const path = error.issues?.[0]?.path ?? '';
    const place = path.replace('data', 'schema').replaceAll('.', '.properties.');
    return { [`${place}.unique`]: t.builder.notUnique };
  }
  // The form has one place for all templates.
  return Object.fromEntries(
    Object.entries(issuesOf(error)).map(([path, message]) => [
      path.replace(/^templates\..*/, 'templates'),
      message,
    ]),
  );
};

const showIssues = (builder: BuilderState, error: unknown): void => {
  const found = foundIn(error);
  const placed = placeIssues(builder.fields.peek(), found);
  const details = Object.entries(found).filter(([path]) => path in builder.details.peek());
  builder.issues.value = placed;
  builder.detailIssues.value = Object.fromEntries(details);
  builder.mistakes.value = listMistakes(builder);
  if (placed.length + details.length < Math.max(1, Object.keys(found).length)) {
    showToast({ kind: 'failed', text: messageOf(error) });
  }
};

type Update = Parameters<typeof api.updateCollection>[0];

/** @returns undefined if the user does not say whose values of shared fields count. */
const writeCollection = async (request: Update): Promise<CollectionDto | undefined> => {
  const write = async (shareFrom?: string): Promise<CollectionDto> => {
    const query = shareFrom !== undefined && { query: { shareFrom } };
    return (await api.updateCollection({ ...request, ...query })).body.data;
  };
  try {
    return await write();
  } catch (error) {
    if (!hasCode(error, 'not_shared')) throw error;
    const shareFrom = await askShareFrom();
    return shareFrom === undefined ? undefined : write(shareFrom);
  }
};

/**
 * Checks what a change of the schema would mean for stored items, asks if some would fail, and saves what
 * has changed. Mistakes end up at their fields.
 */
export const saveBuilder = async (
  builder: BuilderState,
  { askEffect, askAccess, showDuplicates }: SaveDialogs,
): Promise<void> => {
  const sent = { details: builder.details.peek(), fields: builder.fields.peek() };
  const own = findIssues(sent.fields);
  builder.issues.value = own;
  builder.detailIssues.value = {};
  builder.mistakes.value = listMistakes(builder);
  if (own.length > 0) return;
  if (!builder.isDirty.peek()) {
    showToast({ text: t.builder.nothingToSave });
    return;
  }
  const { name } = builder.saved.peek();
  // Interfaces do not count as JSON for the compiler.
  const schema = builder.isSchemaChanged.peek()
    ? (writeSchema(sent.fields) as unknown as JsonObject)
    : undefined;
  try {
    let check: SchemaCheckDto | undefined;
    if (schema !== undefined) {
      check = (await api.checkCollectionSchema({ params: { name }, body: { schema } })).body.data;
      const effect = {
        check,
        indexing: indexingOf(builder, check, sent.fields),
        fields: sent.fields,
      };
      const isSilent = isHarmless(check) && effect.indexing.length === 0;
      if (!isSilent && !(await askEffect(effect))) return;
    }
    const { access, localized, baseLocale, templates, ...others } = builder.changedDetails.peek();
    // Each is replaced as a whole.
    const replaces = schema !== undefined || templates !== undefined;
    const tag = replaces ? await tagToReplace(builder) : undefined;
    if (replaces && tag === undefined) return;
    if (access !== undefined && !(await askAccess())) return;
    if (localized !== undefined && !(await askLocalised(builder))) return;
    const body = {
      ...others,
      ...(access !== undefined && { access }),
      ...(localized !== undefined && { localized }),
      // A collection that is no longer localised has none.
      ...(localized === true && baseLocale !== undefined && { baseLocale }),
      ...(schema !== undefined && { schema }),
      ...(templates !== undefined && {
        templates: [...writeTemplates(templates, writeSchema(sent.fields))],
      }),
    };
    const headers = tag === undefined ? {} : { 'If-Match': tag };
    const data = await writeCollection({ params: { name }, headers, body });
    if (data === undefined) return;
    builder.accept(data, sent);
    showToast({ text: successOf(check) });
    if (data.name !== name) rename(urlOf(`/collections/${data.name}`));
  } catch (error) {
    // Somebody else has saved the collection since the question: it is asked again.
    if (hasCode(error, 'version_mismatch')) {
      return saveBuilder(builder, { askEffect, askAccess, showDuplicates });
    }
    showIssues(builder, error);
    if (hasCode(error, 'not_unique')) showDuplicates(duplicatesIn(error));
  }
};
