import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { fieldSentence } from '../../../api/issues.ts';
import { t } from '../../../catalogue/texts.ts';
import type { FormSteps } from '../../../components/undo.ts';
import { issueKey, type Json, type Path } from '../model/json-path.ts';
import type { UnfinishedInputs } from '../model/unfinished-inputs.ts';

/** The values that a form generated from a schema edits. */
export interface FieldForm {
  readonly read: (path: Path) => Json | undefined;
  /** Undefined removes a member of an object. */
  readonly write: (path: Path, value: Json | undefined) => void;
  readonly unfinished: Pick<UnfinishedInputs, 'all' | 'set' | 'renumber'>;
  /** Mistakes by path, such as `data.tags.0`. */
  readonly issues: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly isReadOnly: boolean;
  /** Changes of lists that Ctrl+Z takes back. */
  readonly steps: FormSteps;
}

/** What every control of a field gets. */
export interface ControlProps {
  readonly form: FieldForm;
  readonly field: FieldDto;
  readonly path: Path;
  readonly label: string;
  readonly required: boolean;
  /** The fields of the object or the block that the field is in; undefined elsewhere. */
  readonly siblings?: FieldDto['properties'];
}

/** The id of the control of a field: links of the error summary lead there. */
export const controlId = (path: Path): string =>
  ['field', ...path].join('-').replace(/[^\w-]/g, '_');

/** The label of a field: its title, else its key. */
export const labelOf = (name: string, field: FieldDto | undefined): string => field?.title || name;

/** Whether the field is an entry of a list, which adds and removes it. */
export const isEntry = (path: Path): boolean => typeof path.at(-1) === 'number';

/** A computed value at a path, which changes when a block moves. */
const useAtPath = <T>({ form, path }: Pick<ControlProps, 'form' | 'path'>, read: () => T): T =>
  useMemo(() => computed(read), [form, issueKey(path)]).value;

/** The value of a field; a component that reads it renders again only when it changes. */
export const useValue = (props: Pick<ControlProps, 'form' | 'path'>): Json | undefined =>
  useAtPath(props, () => props.form.read(props.path));

/** What was typed into the control of a field, while that is no value. */
export const useUnfinished = (props: Pick<ControlProps, 'form' | 'path'>): string | undefined =>
  useAtPath(props, () => props.form.unfinished.all.value.get(issueKey(props.path))?.text);

/** What is wrong with a field, or with a value inside it that has no control of its own. */
export const useIssue = (
  { form, path, label }: Pick<ControlProps, 'form' | 'path' | 'label'>,
  withInner = false,
): string | undefined => {
  const key = issueKey(path);
  const issue = useAtPath({ form, path }, () => {
    const own = form.issues.value.get(key);
    if (own !== undefined) return own;
    const inner = withInner
      ? [...form.issues.value].find(([name]) => name.startsWith(`${key}.`))
      : undefined;
    return inner && `${inner[0].slice(key.length + 1)}: ${inner[1]}`;
  });
  return issue && fieldSentence(label, issue);
};

/** What is wrong with a list of texts, or with one of its entries, which have no controls of their own. */
export const useEntryIssue = (
  { form, path, label }: Pick<ControlProps, 'form' | 'path' | 'label'>,
  list: readonly string[],
): string | undefined => {
  const own = useIssue({ form, path, label });
  const key = issueKey(path);
  const inner = useAtPath({ form, path }, () =>
    [...form.issues.value].find(([name]) => name.startsWith(`${key}.`)),
  );
  if (own !== undefined || inner === undefined) return own;
  const entry = list[Number(inner[0].slice(key.length + 1))] ?? label;
  return fieldSentence(t.fields.quoted(entry), inner[1]);
};

/** Whether something is wrong with a value, or with one inside it. */
export const useHasIssue = (props: Pick<ControlProps, 'form' | 'path'>): boolean =>
  useAtPath(props, () =>
    [...props.form.issues.value.keys()].some((key) =>
      `${key}.`.startsWith(`${issueKey(props.path)}.`),
    ),
  );
