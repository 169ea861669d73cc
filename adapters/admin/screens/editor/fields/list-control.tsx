import type { ComponentType } from 'preact';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { useWrittenLanguage } from '../../../components/inputs/written-language.ts';
import { useTargets } from '../../../references/targets.ts';
import { isSameJson, type Json } from '../model/json-path.ts';
import { editEntries, focusEntry, inputs } from './edit-entries.ts';
import { controlId, useValue, type ControlProps } from './field-form.ts';
import { pickerOf } from './pickers.ts';
import styles from './list-control.module.css';
import { FieldGroup } from './schema-field.tsx';

/** What a new entry of a list starts with. */
const emptyEntry = (type: string | undefined): Json => {
  if (type === 'object') return {};
  if (type === 'array' || type === 'multiselect') return [];
  if (type === 'boolean') return false;
  return type === 'number' ? 0 : '';
};

interface ListControlProps extends ControlProps {
  /** The control of any field. */
  readonly Entry: ComponentType<ControlProps>;
}

/** The entries of a list, with buttons to add, remove and reorder them. */
export const ListControl = ({ Entry, ...props }: ListControlProps) => {
  const { form, field, path, label } = props;
  const value = useValue(props);
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  const entryField = field.items ?? { type: 'json' };
  const focusInEntry = (index: number, what: string): void =>
    focusEntry(() => document.getElementById(controlId(path)), index, what);
  const entries = editEntries(form, path);
  const pick = pickerOf(entryField, label, useTargets(), useWrittenLanguage().lang);
  const add = (added: Json | undefined): void => {
    if (added === undefined) return;
    // The list may have changed while the user chose.
    const now = form.read(path);
    const index = Array.isArray(now) ? now.length : 0;
    entries.insert(index, added);
    form.steps.record(() => {
      if (isSameJson(form.read([...path, index]), added)) entries.remove(index);
      else remove(index, `${label} ${index + 1}`);
    });
    focusInEntry(index, inputs);
  };
  const addEmpty = (): void => add(emptyEntry(field.items?.type));
  const move = (from: number, to: number): void => {
    entries.move(from, to);
    form.steps.record(() => entries.move(to, from));
    focusInEntry(to, inputs);
  };
  const remove = (index: number, name: string): void => {
    // Not a text, so that Ctrl+Z goes on.
    const button = `> .${styles.tools} > :last-child`;
    const putBack = entries.remove(index);
    form.steps.record(() => {
      putBack();
      focusInEntry(index, button);
    }, t.fields.removed(name));
    // The entry that takes its place, else the one before: so that several can be removed.
    focusInEntry(Math.min(index, list.length - 2), button);
  };

  return (
    // Entries that are objects have lines of their own.
    <FieldGroup props={props} style={entryField.type === 'object' ? 'list' : 'group'}>
      {list.length > 0 && (
        <ol class={styles.entries}>
          {list.map((_, index) => {
            const name = `${label} ${index + 1}`;
            return (
              // Entries have no identity; their controls read the value at their place.
              <li key={index} class={styles.entry}>
                <Entry
                  form={form}
                  field={entryField}
                  path={[...path, index]}
                  label={name}
                  required={false}
                />
                {!form.isReadOnly && (
                  <div class={styles.tools}>
                    <Button
                      kind="quiet"
                      icon="up"
                      label={t.fields.lists.moveUp(name)}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <Button
                      kind="quiet"
                      icon="down"
                      label={t.fields.lists.moveDown(name)}
                      disabled={index === list.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                    <Button
                      kind="quiet"
                      icon="trash"
                      label={t.common.removeNamed(name)}
                      onClick={() => remove(index, name)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {!form.isReadOnly && (
        <div class={styles.add} data-add>
          <Button
            icon="add"
            onClick={() => (pick === undefined ? addEmpty() : void pick().then(add))}
          >
            {t.fields.lists.addTo(label)}
          </Button>
          {pick !== undefined && entryField.type !== 'reference' && (
            <Button kind="quiet" label={t.fields.lists.addAddressTo(label)} onClick={addEmpty}>
              {t.fields.lists.addAddress}
            </Button>
          )}
        </div>
      )}
    </FieldGroup>
  );
};
