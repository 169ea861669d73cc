import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { FieldIndexDto } from '../../../../contracts/schemas/collection-schema.ts';
import type { FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import type { FieldError } from '../../components/error-summary.tsx';
import { focusSoon } from '../../components/focus-soon.ts';
import { moveTo } from '../../components/sortable/move-to.ts';
import { detailsOf, withStoredAccess, type Details } from './model/details.ts';
import { readFields, writeSchema, type DraftField } from './model/draft.ts';
import {
  allFields,
  changeField,
  changeList,
  mapFields,
  restoreFields,
} from './model/edit-fields.ts';
import { indexableFields, type IndexableField } from './model/indexing.ts';
import type { PlacedIssue } from './model/issues.ts';
import { readSchemaText } from './model/schema-text.ts';
import { createOpenFields, type OpenFields } from './fields/open-fields.ts';

/** What has been typed and not saved, and what it was based on. */
export interface BuilderWork {
  readonly saved: CollectionDto;
  readonly details: Details;
  readonly fields: readonly DraftField[];
  /** Text in the JSON tab that is not a schema. */
  readonly jsonText: string | undefined;
}

/** A collection while it is edited. */
export interface BuilderState extends OpenFields {
  readonly saved: ReadonlySignal<CollectionDto>;
  readonly details: Signal<Details>;
  readonly fields: ReadonlySignal<readonly DraftField[]>;
  /** What was typed in the JSON tab, until another tab is shown. */
  readonly jsonText: Signal<string | undefined>;
  /** Why that text is not a schema. */
  readonly jsonMistake: ReadonlySignal<string | undefined>;
  readonly changedDetails: ReadonlySignal<Partial<Details>>;
  readonly isSchemaChanged: ReadonlySignal<boolean>;
  readonly isDirty: ReadonlySignal<boolean>;
  /** What to keep in the browser; undefined if nothing has changed. */
  readonly work: () => BuilderWork | undefined;
  /** What the form contains. */
  readonly current: () => BuilderWork;
  /** Goes on with unsaved work, and with the collection that it was based on. */
  readonly restore: (work: BuilderWork) => void;
  /** Returns to a stored collection. */
  readonly reset: (collection: CollectionDto) => void;
  /** The fields that can have an index, by their ids. */
  readonly indexable: ReadonlySignal<ReadonlyMap<string, IndexableField>>;
  /** The indexes of the stored collection; undefined until they are read after a save. */
  readonly indexes: Signal<readonly FieldIndexDto[] | undefined>;
  /** What is wrong with fields that have not changed since. */
  readonly issues: Signal<readonly PlacedIssue[]>;
  readonly detailIssues: Signal<FieldIssues>;
  /** What was wrong at the last save, for the summary. */
  readonly mistakes: Signal<readonly FieldError[]>;
  /** For screen readers. */
  readonly announcement: Signal<string>;
  readonly change: (id: string, part: Partial<DraftField>) => void;
  /** Adds to the end of a group or, without one, of the collection, and closes all other fields. */
  readonly add: (group: string | undefined, field: DraftField) => void;
  readonly remove: (group: string | undefined, id: string) => void;
  readonly move: (group: string | undefined, id: string, index: number) => void;
  /** Replaces all fields, for example by those of the JSON tab. */
  readonly setFields: (fields: readonly DraftField[]) => void;
  /** Opens the panels that contain a control, then focuses it. */
  readonly reveal: (controlId: string) => void;
  /** After a save: what was sent is saved, and what was typed meanwhile stays. */
  readonly accept: (collection: CollectionDto, sent: Sent) => void;
}

export interface Sent {
  readonly details: Details;
  readonly fields: readonly DraftField[];
}

/** The id of the control of one member of a field. */
export const controlId = (fieldId: string, member: string): string => `${fieldId}-${member}`;

const nameOf = ({ title, key }: DraftField): string => title || key || t.builder.unnamedField;

/** The schema as the fields write it. */
const schemaTextOf = ({ schema }: CollectionDto): string =>
  JSON.stringify(writeSchema(readFields(schema)));

/** @param restored unsaved work, which may come from an earlier page. */
export const createBuilder = (collection: CollectionDto, restored?: BuilderWork): BuilderState => {
  const saved = signal(restored?.saved ?? collection);
  const details = signal({ ...detailsOf(collection), ...restored?.details });
  const fields = signal(
    restored === undefined ? readFields(collection.schema) : restoreFields(restored.fields),
  );
  const savedSchema = signal(schemaTextOf(saved.peek()));
  const jsonText = signal(restored?.jsonText);
  const openFields = createOpenFields(fields);
  const announcement = signal('');
  const indexes = signal<readonly FieldIndexDto[] | undefined>(undefined);
  const issues = signal<readonly PlacedIssue[]>([]);
  const changedDetails = computed(() => {
    const before = detailsOf(saved.value);
    const names = Object.keys(before) as (keyof Details)[];
    return Object.fromEntries(
      names
        .filter((name) => JSON.stringify(details.value[name]) !== JSON.stringify(before[name]))
        .map((name) => [name, details.value[name]]),
    ) as Partial<Details>;
  });
  const isSchemaChanged = computed(
    () => JSON.stringify(writeSchema(fields.value)) !== savedSchema.value,
  );
  const jsonMistake = computed(() =>
    jsonText.value === undefined ? undefined : readSchemaText(jsonText.value, []).mistake,
  );
  const isDirty = computed(
    () =>
      isSchemaChanged.value ||
      jsonMistake.value !== undefined ||
      Object.keys(changedDetails.value).length > 0,
  );
  const current = (): BuilderWork => ({
    saved: saved.value,
    details: details.value,
    fields: fields.value,
    jsonText: jsonMistake.value === undefined ? undefined : jsonText.value,
  });
  const editList = (
    group: string | undefined,
    edit: (list: readonly DraftField[]) => readonly DraftField[],
  ): void => {
    fields.value = changeList(fields.peek(), group, edit);
  };
  return {
    ...openFields,
    saved,
    details,
    fields,
    jsonText,
    jsonMistake,
    changedDetails,
    isSchemaChanged,
    isDirty,
    current,
    work: () => (isDirty.value ? current() : undefined),
    restore: (former) => {
      const work = withStoredAccess(former, saved.peek());
      batch(() => {
        saved.value = work.saved;
        savedSchema.value = schemaTextOf(work.saved);
        details.value = { ...detailsOf(work.saved), ...work.details };
        fields.value = restoreFields(work.fields);
        jsonText.value = work.jsonText;
        issues.value = [];
      });
    },
    reset: (stored) => {
      batch(() => {
        saved.value = stored;
        savedSchema.value = schemaTextOf(stored);
        details.value = detailsOf(stored);
        fields.value = readFields(stored.schema);
        jsonText.value = undefined;
        issues.value = [];
      });
    },
    indexable: computed(() => indexableFields(fields.value)),
    indexes,
    issues,
    detailIssues: signal({}),
    mistakes: signal([]),
    announcement,
    change: (id, part) => {
      issues.value = issues.peek().filter(({ fieldId }) => fieldId !== id);
      fields.value = changeField(fields.peek(), id, (field) => ({ ...field, ...part }));
    },
    add: (group, field) => {
      editList(group, (list) => [...list, field]);
      openFields.show(field.id, true);
      announcement.value = t.builder.added(nameOf(field));
      focusSoon(() => document.getElementById(controlId(field.id, 'title')));
    },
    remove: (group, id) => {
      editList(group, (list) => list.filter((field) => field.id !== id));
    },
    move: (group, id, index) => {
      const focused = document.activeElement;
      editList(group, (list) => {
        const moved = moveTo(list, id, index);
        const at = moved.findIndex((field) => field.id === id);
        const field = moved[at];
        if (field !== undefined) {
          announcement.value = t.builder.moved(nameOf(field), at + 1, moved.length);
        }
        return moved;
      });
      // In some browsers, an element that moves in the document loses the focus.
      focusSoon(() => focused);
    },
    setFields: (next) => {
      fields.value = next;
    },
    reveal: (target) => {
      const field = allFields(fields.peek()).find(({ id }) => target.startsWith(`${id}-`));
      if (field !== undefined) openFields.show(field.id, false);
      focusSoon(() => {
        const control = document.getElementById(target);
        let part = control?.closest('details');
        while (part) {
          part.open = true;
          part = part.parentElement?.closest('details');
        }
        return control;
      });
    },
    accept: (next, sent) => {
      saved.value = next;
      indexes.value = undefined;
      savedSchema.value = schemaTextOf(next);
      if (details.peek() === sent.details) details.value = detailsOf(next);
      const keys = new Map(allFields(sent.fields).map(({ id, key }) => [id, key]));
      fields.value = mapFields(fields.peek(), (field) => ({
        ...field,
        savedKey: keys.get(field.id) ?? field.savedKey,
      }));
    },
  };
};

/** Whether a field is in a type of block. */
export const InBlock = createContext(false);

export const BuilderContext = createContext<BuilderState | undefined>(undefined);

/** The collection that is edited on this screen. */
export const useBuilder = (): BuilderState => {
  const builder = useContext(BuilderContext);
  if (builder === undefined) throw new Error('There is no builder around this component');
  return builder;
};
