import type { SchemaCheckDto } from '../../../../contracts/schemas/schema-check.ts';
import type { JsonObject } from '../../../../contracts/schemas/schema.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { showToast } from '../../components/show-toast.ts';
import { readSingletons } from '../../shell/rail/singletons.ts';
import { rename, urlOf } from '../../shell/router.ts';
import type { BuilderState } from './builder-state.ts';
import { listMistakes } from './mistakes.ts';
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

const countItems = (count: number): string =>
  count === 1 ? '1 item' : `${count.toLocaleString()} items`;

/** Whether no item would fail. */
export const isHarmless = ({ failing, missing, isComplete }: SchemaCheckDto): boolean =>
  failing === 0 && missing.length === 0 && isComplete;

/** What a save without any failing item says. */
const successOf = (check: SchemaCheckDto | undefined): string => {
  if (check === undefined || !isHarmless(check) || check.checked === 0) {
    return 'The collection is saved.';
  }
  return `The collection is saved. ${countItems(check.checked)} checked: all keep the new fields.`;
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

/** Whether to go on although somebody else has saved the collection meanwhile. */
const mayReplace = async ({ saved }: BuilderState): Promise<boolean> => {
  const { name, updated_at: openedAt } = saved.peek();
  const { data } = (await api.getCollection({ params: { name } })).body;
  return (
    data.updated_at === openedAt ||
    confirm({
      title: 'The collection has changed meanwhile',
      text: 'Somebody else has saved it since you opened it. Your save would replace their changes of the fields. To see them, open the collection in another tab.',
      action: 'Replace their changes',
      cancel: 'Go back',
      danger: true,
    })
  );
};

const foundIn = (error: unknown): FieldIssues => {
  if (hasCode(error, 'collection_name_taken')) {
    return { name: 'Another collection has this name. Choose another one.' };
  }
  if (hasCode(error, 'not_singleton')) {
    return { singleton: 'The collection has several items. Delete or move all but one first.' };
  }
  if (hasCode(error, 'not_unique')) {
    const path = error.issues?.[0]?.path ?? '';
    const place = path.replace('data', 'schema').replaceAll('.', '.properties.');
    return { [`${place}.unique`]: 'Several items have the same value.' };
  }
  return issuesOf(error);
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
    showToast({ text: 'There is nothing to save.' });
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
      if (!(await mayReplace(builder))) return;
    }
    const { access } = builder.changedDetails.peek();
    if (access !== undefined && !(await askAccess())) return;
    const body = { ...builder.changedDetails.peek(), ...(schema !== undefined && { schema }) };
    const { data } = (await api.updateCollection({ params: { name }, body })).body;
    builder.accept(data, sent);
    void readSingletons();
    showToast({ text: successOf(check) });
    if (data.name !== name) rename(urlOf(`/collections/${data.name}`));
  } catch (error) {
    showIssues(builder, error);
    if (hasCode(error, 'not_unique')) showDuplicates(duplicatesIn(error));
  }
};
