import type {
  CollectionSchemaDto,
  FieldDto,
} from '../../../../contracts/schemas/collection-schema.ts';
import { fieldSentence } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import type { FieldError } from '../../components/error-summary.tsx';
import { focusSoon } from '../../components/focus-soon.ts';
import { controlId, labelOf } from './fields/field-form.ts';
import { blockTypeOf } from './fields/blocks/blocks.ts';
import { pathOfKey, readAt, type JsonObject, type Path } from './model/json-path.ts';

type Schema = Pick<CollectionSchemaDto, 'properties'>;

const ownLabels: Readonly<Record<string, string>> = {
  title: t.common.title,
  slug: t.common.slug,
  data: t.editor.data,
  status: t.common.status,
  collectionId: t.common.collection,
};
const ownNames = Object.keys(ownLabels);

interface Place {
  /** The names of the fields on the way, and the numbers of the entries. */
  readonly label: string;
  /** Where it is in the form: at each level, the position among its neighbours. */
  readonly positions: readonly number[];
}

/** @param data finds the types of blocks in the path. Without it, the fields of blocks are named by their keys. */
const placeOf = (path: string, { properties }: Schema, data?: JsonObject): Place => {
  if (!path.startsWith('data.')) {
    return { label: ownLabels[path] ?? path, positions: [ownNames.indexOf(path)] };
  }
  const labels: string[] = [];
  const positions: number[] = [ownNames.length];
  let fields: FieldDto['properties'] = properties;
  let field: FieldDto | undefined;
  const steps = pathOfKey(path);
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'number') {
      labels.push(String(step + 1));
      positions.push(step);
      const type = field && blockTypeOf(readAt(data, steps.slice(0, index + 1)), field);
      fields = (type ?? field?.items)?.properties;
      field = field?.items;
    } else {
      const names = Object.keys(fields ?? {});
      field = fields?.[step];
      labels.push(labelOf(step, field));
      positions.push(names.includes(step) ? names.indexOf(step) : names.length);
      fields = field?.properties;
    }
  }
  return { label: labels.join(' '), positions };
};

/** What people call the place of an issue or a member: “Title”, “Sightings 2 Name”. */
export const placeLabel = (path: string, schema: Schema): string => placeOf(path, schema).label;

const compare = (left: readonly number[], right: readonly number[]): number => {
  const at = left.findIndex((position, index) => position !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
};

/** The mistakes as links to their fields, in the order of the form. */
export const summaryOf = (
  issues: ReadonlyMap<string, string>,
  { schema }: { readonly schema: Schema },
  data: JsonObject,
): readonly FieldError[] =>
  [...issues]
    .map(([path, message]) => ({ path, message, ...placeOf(path, schema, data) }))
    .toSorted((left, right) => compare(left.positions, right.positions))
    .map(({ path, message, label }) => ({
      id: idOf(path),
      label,
      message: fieldSentence(label, message),
    }));

/** The id of the control of what has a mistake, or is to be edited. */
export const idOf = (path: string): string => {
  if (path === 'data') return controlId([]);
  return path.startsWith('data.') ? nearestControl(pathOfKey(path)) : `item-${path}`;
};

/** The id of the control of a value or, if it has none, of what contains it. */
const nearestControl = (steps: Path): string => {
  for (let length = steps.length; length > 1; length -= 1) {
    const id = controlId(steps.slice(0, length));
    if (document.getElementById(id) !== null) return id;
  }
  return controlId(steps.slice(0, 1));
};

/** Opens the collapsed blocks around a control, and that of which it is the heading, then focuses it. */
export const focusControl = (id: string): void => {
  const control = document.getElementById(id);
  const inner = document.getElementById(`${id}-panel`) ?? control;
  let collapsed = inner?.closest('[hidden]');
  if (collapsed === null || collapsed === undefined) {
    control?.focus();
    return;
  }
  while (collapsed) {
    collapsed.dispatchEvent(new Event('beforematch'));
    collapsed = collapsed.parentElement?.closest('[hidden]');
  }
  focusSoon(() => control);
};
