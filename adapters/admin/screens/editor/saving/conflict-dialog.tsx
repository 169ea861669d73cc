import { useState } from 'preact/hooks';
import {
  blockOrder,
  type MergeConflict,
  type Side,
} from '../../../../../contracts/client/merge-states.ts';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { formatMoment } from '../../../components/time.tsx';
import { placeLabel } from '../error-links.ts';
import { versionOf } from '../model/edited-item.ts';
import type { Decisions, Editing, PendingConflicts } from '../model/editing.ts';
import { isStructured, printFilled, type Json } from '../model/json-path.ts';
import { applyEdit, normalizeBreaks } from '../model/line-endings.ts';
import { BlockConflicts } from './block-conflicts.tsx';
import { ConflictSides, type ShownSide } from './conflict-sides.tsx';
import { keepBoth } from './keep-both.ts';

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

/** Counts what both changed, and says what to do. */
const bothChanged = (conflicts: readonly MergeConflict[]): string => {
  const found = conflicts.flatMap(({ blocks }) => blocks?.conflicts ?? []);
  const blocks = found.filter((each) => each !== blockOrder).length;
  const fields = conflicts.filter((conflict) => conflict.blocks === undefined).length;
  const parts = [
    ...(fields > 0 ? [fields === 1 ? 'one field' : `${fields} fields`] : []),
    ...(blocks > 0 ? [blocks === 1 ? 'one block' : `${blocks} blocks`] : []),
    ...(blocks < found.length ? ['the order of blocks'] : []),
  ];
  const edit = fields > 0 ? ' A text can be changed then.' : '';
  return `You both changed ${new Intl.ListFormat('en').format(parts)}: choose whose version stays.${edit}`;
};

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
        {formatMoment(versionOf(theirs).updatedAt)}. {bothChanged(conflicts)} Everything else that
        they changed is taken over.
      </p>
      {conflicts.map((conflict) => {
        const { path, blocks } = conflict;
        const label = placeLabel(path, schema);
        const field = schema.properties[path.slice('data.'.length)];
        const decide = (value: Json | undefined): void =>
          setDecisions((before) => new Map(before).set(path, value));
        return blocks === undefined || field === undefined ? (
          <ConflictingField
            key={path}
            conflict={conflict}
            label={label}
            isText={field !== undefined && texts.has(field.type)}
            isDecided={decisions.has(path)}
            decision={decisions.get(path)}
            onDecide={decide}
          />
        ) : (
          <BlockConflicts
            key={path}
            label={label}
            field={field}
            blocks={blocks}
            onDecide={decide}
          />
        );
      })}
    </Dialog>
  );
};

/** Types whose values have lines. */
const texts: ReadonlySet<FieldDto['type']> = new Set(['textarea', 'markdown', 'richtext']);

interface ConflictingFieldProps {
  readonly conflict: MergeConflict;
  readonly label: string;
  readonly isText: boolean;
  readonly isDecided: boolean;
  readonly decision: Json | undefined;
  readonly onDecide: (value: Json | undefined) => void;
}

const sideOf = (value: Json | undefined): ShownSide => {
  const text = printFilled(value);
  return { text: text ?? '(empty)', isEmpty: text === undefined, isCode: isStructured(value) };
};

const ConflictingField = (props: ConflictingFieldProps) => {
  const { conflict, label, isText, isDecided, decision, onDecide } = props;
  const { mine, theirs } = conflict;
  const [choice, setChoice] = useState<Side | 'both'>();
  const both =
    isText && typeof mine === 'string' && typeof theirs === 'string'
      ? () => {
          setChoice('both');
          onDecide(keepBoth(mine, theirs));
        }
      : undefined;
  return (
    <ConflictSides
      label={label}
      mine={sideOf(mine)}
      theirs={sideOf(theirs)}
      choice={choice}
      onBoth={both}
      onChoose={(side) => {
        setChoice(side);
        onDecide(conflict[side]);
      }}
    >
      {isDecided && typeof decision === 'string' && (
        <label>
          Result
          <textarea
            class="input"
            rows={Math.min(10, normalizeBreaks(decision).split('\n', 10).length + 1)}
            value={normalizeBreaks(decision)}
            onInput={(event) => onDecide(applyEdit(decision, event.currentTarget.value))}
          />
        </label>
      )}
    </ConflictSides>
  );
};
