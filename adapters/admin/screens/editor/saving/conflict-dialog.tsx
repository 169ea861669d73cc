import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { MarkedText, useDifferences } from '../../../components/compared-texts.tsx';
import { copy } from '../../../components/copy.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { formatMoment } from '../../../components/time.tsx';
import { placeLabel } from '../error-links.ts';
import styles from './conflict-dialog.module.css';
import { versionOf } from '../model/edited-item.ts';
import type { Decisions, Editing, PendingConflicts } from '../model/editing.ts';
import { printValue, type Json } from '../model/json-path.ts';
import { applyEdit, normalizeBreaks } from '../model/line-endings.ts';
import type { Conflict } from '../model/merge.ts';

interface ConflictDialogProps {
  readonly editing: Editing;
  readonly onResolve: (decisions: Decisions) => void;
}

/** Shows what somebody else saved in the same fields, and lets the user decide field by field. */
export const ConflictDialog = ({ editing, onResolve }: ConflictDialogProps) => {
  const pending = editing.pending.value;
  return pending === undefined || !editing.isDeciding.value ? null : (
    <Conflicts
      key={versionOf(pending.theirs).etag}
      pending={pending}
      schema={editing.collection.schema}
      onLater={() => {
        editing.isDeciding.value = false;
      }}
      onResolve={onResolve}
    />
  );
};

interface ConflictsProps extends Pick<ConflictDialogProps, 'onResolve'> {
  readonly pending: PendingConflicts;
  readonly schema: Editing['collection']['schema'];
  readonly onLater: () => void;
}

const Conflicts = ({ pending, schema, onLater, onResolve }: ConflictsProps) => {
  const { conflicts, theirs, isOutdated = false } = pending;
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  return (
    <Dialog
      title={isOutdated ? 'The published version has changed' : 'Somebody else changed this item'}
      wide
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>Decide later</Button>
          <Button
            kind="primary"
            disabled={decisions.size < conflicts.length}
            onClick={() => onResolve(decisions)}
          >
            {isOutdated ? 'Publish changes' : 'Save'}
          </Button>
        </>
      }
    >
      <p>
        Someone else, or you in another tab, {isOutdated ? 'published' : 'saved'} at{' '}
        {formatMoment(versionOf(theirs).updatedAt)}. You both changed{' '}
        {conflicts.length === 1 ? 'one field' : `${conflicts.length} fields`}: choose a text and, if
        you like, change it. Their changes of other fields are taken over.
      </p>
      {conflicts.map((conflict) => (
        <ConflictingField
          key={conflict.name}
          conflict={conflict}
          label={placeLabel(conflict.name, schema)}
          isDecided={decisions.has(conflict.name)}
          decision={decisions.get(conflict.name)}
          onDecide={(value) => setDecisions(new Map(decisions).set(conflict.name, value))}
        />
      ))}
    </Dialog>
  );
};

interface ConflictingFieldProps {
  readonly conflict: Conflict;
  readonly label: string;
  readonly isDecided: boolean;
  readonly decision: Json | undefined;
  readonly onDecide: (value: Json | undefined) => void;
}

const ConflictingField = (props: ConflictingFieldProps) => {
  const { conflict, label, isDecided, decision, onDecide } = props;
  const { name, mine, theirs } = conflict;
  const [choice, setChoice] = useState<'mine' | 'theirs'>();
  const parts = useDifferences(printValue(mine), printValue(theirs));
  return (
    <fieldset class={styles.field}>
      <legend class={styles.legend}>{label}</legend>
      {(
        [
          ['mine', 'Keep mine', mine],
          ['theirs', 'Take theirs', theirs],
        ] as const
      ).map(([side, action, value]) => (
        <div class={choice === side ? styles.chosen : styles.side} key={side}>
          <label class="checkbox">
            <input
              type="radio"
              name={name}
              checked={choice === side}
              onChange={() => {
                setChoice(side);
                onDecide(value);
              }}
            />
            <span>{action}</span>
          </label>
          <MarkedText label={`${label}: ${side}`} parts={parts[side]} side={side} />
          <Button kind="quiet" icon="copy" onClick={() => void copy(printValue(value))}>
            Copy
          </Button>
        </div>
      ))}
      {isDecided && typeof decision === 'string' && (
        <label class={styles.result}>
          Result
          <textarea
            class="input"
            rows={Math.min(10, normalizeBreaks(decision).split('\n', 10).length + 1)}
            value={normalizeBreaks(decision)}
            onInput={(event) => onDecide(applyEdit(decision, event.currentTarget.value))}
          />
        </label>
      )}
    </fieldset>
  );
};
