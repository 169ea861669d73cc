import { Button } from '../../../components/button.tsx';
import { isObject, type Json } from '../model/json-path.ts';
import { FieldControl } from './field-control.tsx';
import { controlId, useIssue, useValue, type ControlProps } from './field-form.ts';
import { SchemaForm } from './schema-form.tsx';

/** The fields of an object, framed. */
export const ObjectControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const error = useIssue(props);
  return (
    <fieldset class="group" id={controlId(path)} tabIndex={-1}>
      <legend class="label">
        {label}
        {required && <span class="required"> (required)</span>}
      </legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {error !== undefined && <p class="error">{error}</p>}
      <SchemaForm form={form} schema={field} path={path} />
    </fieldset>
  );
};

/** What a new entry of a list starts with. */
const emptyEntry = (type: string | undefined): Json => {
  if (type === 'object') return {};
  if (type === 'array' || type === 'multiselect') return [];
  if (type === 'boolean') return false;
  return type === 'number' ? 0 : '';
};

const moved = (list: readonly Json[], from: number, to: number): readonly Json[] => {
  const entry = list[from];
  return entry === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, entry);
};

/** The entries of a list, with buttons to add, remove and reorder them. */
export const ListControl = (props: ControlProps) => {
  const { form, field, path, label, required } = props;
  const value = useValue(props);
  const error = useIssue(props);
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  const entryField = field.items ?? { type: 'json' };
  const id = controlId(path);

  const focusEntry = (index: number): void => {
    requestAnimationFrame(() => {
      document
        .querySelector<HTMLElement>(
          `#${CSS.escape(id)} > ol > li:nth-child(${index + 1}) :is(input, textarea, select, button)`,
        )
        ?.focus();
    });
  };
  const add = (): void => {
    form.write(path, [...list, emptyEntry(field.items?.type)]);
    focusEntry(list.length);
  };
  const move = (from: number, to: number): void => {
    form.write(path, moved(list, from, to));
    focusEntry(to);
  };

  return (
    <fieldset class="group" id={id} tabIndex={-1}>
      <legend class="label">
        {label}
        {required && <span class="required"> (required)</span>}
      </legend>
      {field.description !== undefined && <p class="hint">{field.description}</p>}
      {error !== undefined && <p class="error">{error}</p>}
      <ol class="entries">
        {list.map((entry, index) => {
          const name = `${label} ${index + 1}`;
          return (
            // Entries have no identity; their controls read the value at their place.
            <li key={index} class={isObject(entry) ? 'entry tall' : 'entry'}>
              <FieldControl
                form={form}
                field={entryField}
                path={[...path, index]}
                label={name}
                required={false}
              />
              {!form.isReadOnly && (
                <div class="entry-tools">
                  <Button
                    kind="quiet"
                    icon="up"
                    label={`Move ${name} up`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <Button
                    kind="quiet"
                    icon="down"
                    label={`Move ${name} down`}
                    disabled={index === list.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button
                    kind="quiet"
                    icon="trash"
                    label={`Remove ${name}`}
                    onClick={() => form.write(path, list.toSpliced(index, 1))}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {!form.isReadOnly && (
        <div>
          <Button icon="add" onClick={add}>
            Add to {label}
          </Button>
        </div>
      )}
    </fieldset>
  );
};
