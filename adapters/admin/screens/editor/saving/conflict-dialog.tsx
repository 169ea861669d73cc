import { useState } from 'preact/hooks';
import {
  blockOrder,
  type MergeConflict,
  type Side,
} from '../../../../../contracts/client/merge-states.ts';
import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { t } from '../../../catalogue/texts.ts';
import { counted, listText } from '../../../catalogue/forms.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { formatMoment } from '../../../components/format-time.ts';
import { placeLabel } from '../error-links.ts';
import { versionOf } from '../model/edited-item.ts';
import type { Decisions, Editing, PendingConflicts } from '../model/editing.ts';
import { isStructured, printFilled, type Json } from '../model/json-path.ts';
import { applyEdit, normalizeBreaks } from '../model/line-endings.ts';
import { mergeWith } from '../model/take-over.ts';
import { BlockConflicts } from './block-conflicts.tsx';
import { ConflictSides, type ShownSide } from './conflict-sides.tsx';
import { isOwn, nameOfSaver, sayWho, type Savers } from '../model/savers.ts';
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
      editing={editing}
      onLater={() => {
        editing.isDeciding.value = false;
      }}
      onResolve={onResolve}
    />
  );
};

interface ConflictsProps extends Pick<ConflictDialogProps, 'onResolve'> {
  readonly pending: PendingConflicts;
  readonly editing: Editing;
  readonly onLater: () => void;
}

/** Counts what both changed, and says what to do. */
const bothChanged = (conflicts: readonly MergeConflict[]): string => {
  const found = conflicts.flatMap(({ blocks }) => blocks?.conflicts ?? []);
  const blocks = found.filter((each) => each !== blockOrder).length;
  const fields = conflicts.filter((conflict) => conflict.blocks === undefined).length;
  const parts = [
    ...(fields > 0 ? [counted(fields, t.conflict.fields)] : []),
    ...(blocks > 0 ? [counted(blocks, t.conflict.blocks)] : []),
    ...(blocks < found.length ? [t.conflict.blockOrder] : []),
  ];
  const both = t.conflict.both(listText(parts));
  return fields > 0 ? `${both} ${t.conflict.canEdit}` : both;
};

/** “Eva Berg saved 1 minute ago.” */
const sayWhoSaved = ({ theirs, savers, isOutdated = false }: PendingConflicts): string => {
  const { saved, published, somebodySaved, somebodyPublished } = t.conflict;
  if (savers !== undefined) return sayWho(savers.last, isOutdated ? published : saved);
  const time = formatMoment(versionOf(theirs).updatedAt);
  return isOutdated ? somebodyPublished(time) : somebodySaved(time);
};

const whoChanged = (savers: Savers | undefined): string =>
  savers !== undefined && isOwn(savers.last)
    ? t.conflict.changedByYou
    : t.conflict.changedBy(nameOfSaver(savers?.last));

/** Who changed each of the fields, if it was not the same person as for all of them. */
const saverOf = (path: string, { conflicts, savers }: PendingConflicts): string | undefined => {
  const found = conflicts.flatMap((conflict) => savers?.byPath.get(conflict.path) ?? []);
  const people = new Set([savers?.last, ...found].map((each) => each?.author?.id));
  const saver = savers?.byPath.get(path);
  return saver === undefined || people.size < 2 ? undefined : sayWho(saver, t.conflict.changedThis);
};

const Conflicts = ({ pending, editing, onLater, onResolve }: ConflictsProps) => {
  const { isOutdated = false } = pending;
  const { schema } = editing.collection;
  // What was typed since the question is part of my version.
  const [conflicts] = useState(
    () => mergeWith(pending, editing.text.peek(), editing.collection).conflicts,
  );
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  return (
    <Dialog
      title={isOutdated ? t.conflict.outdated : whoChanged(pending.savers)}
      wide
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>{t.conflict.later}</Button>
          <Button
            kind="primary"
            disabled={decisions.size < conflicts.length}
            onClick={() => onResolve(decisions)}
          >
            {isOutdated ? t.saving.publishChanges : t.common.save}
          </Button>
        </>
      }
    >
      <p dir="auto">
        {sayWhoSaved(pending)} {bothChanged(conflicts)} {t.conflict.restTaken}
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
            saver={saverOf(path, pending)}
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
            saver={saverOf(path, pending)}
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
  readonly saver: string | undefined;
  readonly isText: boolean;
  readonly isDecided: boolean;
  readonly decision: Json | undefined;
  readonly onDecide: (value: Json | undefined) => void;
}

const sideOf = (value: Json | undefined): ShownSide => {
  const text = printFilled(value);
  return {
    text: text ?? t.conflict.empty,
    isEmpty: text === undefined,
    isCode: isStructured(value),
  };
};

const ConflictingField = (props: ConflictingFieldProps) => {
  const { conflict, label, saver, isText, isDecided, decision, onDecide } = props;
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
      saver={saver}
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
          {t.conflict.result}
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
