import type { CollectionDto } from '../../../../contracts/collections.ts';
import type { FieldError } from '../../components/error-summary.tsx';
import { controlId, labelOf } from './fields/field-form.ts';

const ownLabels: Readonly<Record<string, string>> = { title: 'Title', slug: 'Slug' };

const stepsOf = (path: string): readonly (string | number)[] =>
  path
    .split('.')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The mistakes as links to their fields, in the order of the form. */
export const summaryOf = (
  issues: ReadonlyMap<string, string>,
  { schema }: Pick<CollectionDto, 'schema'>,
): readonly FieldError[] => {
  const order = ['title', 'slug', ...Object.keys(schema.properties)];
  const nameOf = (path: string): string => path.split('.')[path.startsWith('data.') ? 1 : 0] ?? '';
  return [...issues]
    .toSorted(([left], [right]) => order.indexOf(nameOf(left)) - order.indexOf(nameOf(right)))
    .map(([path, message]) => {
      const name = nameOf(path);
      if (path === 'data') return { id: controlId([]), label: 'Data', message };
      if (!path.startsWith('data.')) {
        return { id: `item-${name}`, label: ownLabels[name] ?? name, message };
      }
      const field = schema.properties[name];
      const rest = path.split('.').slice(2).join(' ');
      return {
        id: nearestControl(stepsOf(path)),
        label: `${field === undefined ? name : labelOf(name, field)} ${rest}`.trim(),
        message,
      };
    });
};

/** The id of the control of a value or, if it has none, of what contains it. */
const nearestControl = (steps: readonly (string | number)[]): string => {
  for (let length = steps.length; length > 1; length -= 1) {
    const id = controlId(steps.slice(0, length));
    if (document.getElementById(id) !== null) return id;
  }
  return controlId(steps.slice(0, 1));
};
