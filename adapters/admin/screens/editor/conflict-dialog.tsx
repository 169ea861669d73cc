import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Dialog } from '../../components/dialog.tsx';
import styles from './conflict-dialog.module.css';
import { labelOf } from './fields/field-form.ts';
import type { Editing } from './model/editing.ts';
import type { Json } from './model/json-path.ts';
import type { Conflict } from './model/merge.ts';

interface ConflictDialogProps {
  readonly editing: Editing;
  /** Gets the conflicts in which the user takes their value. */
  readonly onResolve: (taken: readonly Conflict[]) => void;
}

/** Shows what somebody else changed in the same fields, and lets the user decide field by field. */
export const ConflictDialog = ({ editing, onResolve }: ConflictDialogProps) => {
  const pending = editing.pending.value;
  return pending === undefined ? null : (
    <Conflicts
      key={editing.stored.value?.etag}
      editing={editing}
      conflicts={pending.conflicts}
      onResolve={onResolve}
    />
  );
};

const print = (value: Json | undefined): string => {
  if (value === undefined) return '(removed)';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
};

const Conflicts = ({
  editing,
  conflicts,
  onResolve,
}: ConflictDialogProps & { readonly conflicts: readonly Conflict[] }) => {
  const [choices, setChoices] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  const labelFor = (name: string): string => {
    const key = name.replace(/^data\./, '');
    const field = editing.collection.schema.properties[key];
    if (!name.startsWith('data.')) return name === 'title' ? 'Title' : 'Slug';
    return field === undefined ? key : labelOf(key, field);
  };
  return (
    <Dialog
      title="Somebody else changed this item"
      wide
      onClose={editing.cancelResolving}
      actions={
        <>
          <Button onClick={editing.cancelResolving}>Decide later</Button>
          <Button
            kind="primary"
            disabled={choices.size < conflicts.length}
            onClick={() =>
              onResolve(conflicts.filter(({ name }) => choices.get(name) === 'theirs'))
            }
          >
            Save
          </Button>
        </>
      }
    >
      <p>
        You both changed {conflicts.length === 1 ? 'one field' : `${conflicts.length} fields`}.
        Their changes to other fields are already in your form. Choose which text to keep.
      </p>
      {conflicts.map(({ name, mine, theirs }) => (
        <fieldset class={styles.conflict} key={name}>
          <legend>{labelFor(name)}</legend>
          {(
            [
              ['mine', 'Keep mine', mine],
              ['theirs', 'Take theirs', theirs],
            ] as const
          ).map(([choice, label, value]) => (
            <div
              class={choices.get(name) === choice ? `${styles.side} ${styles.chosen}` : styles.side}
              key={choice}
            >
              <label class="checkbox">
                <input
                  type="radio"
                  name={name}
                  checked={choices.get(name) === choice}
                  onChange={() => setChoices(new Map(choices).set(name, choice))}
                />
                <span>{label}</span>
              </label>
              <pre tabIndex={0} aria-label={`${labelFor(name)}: ${choice}`}>
                {print(value)}
              </pre>
              <Button kind="quiet" icon="copy" onClick={() => void copy(print(value))}>
                Copy
              </Button>
            </div>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
};
