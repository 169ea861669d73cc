import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Side } from '../../../../../contracts/client/merge-states.ts';
import { Button } from '../../../components/button.tsx';
import { MarkedText, useDifferences } from '../../../components/texts/compared-texts.tsx';
import { copy } from '../../../components/texts/copy.ts';
import styles from './conflict-sides.module.css';

interface ShownSide {
  readonly text: string;
  /** What the button copies, if it is not the text; empty for nothing. */
  readonly copied?: string;
}

interface ConflictSidesProps extends Readonly<Record<Side, ShownSide>> {
  readonly label: string;
  readonly choice: Side | undefined;
  readonly onChoose: (side: Side) => void;
  /** Below both sides. */
  readonly children?: ComponentChildren;
}

const actions = [
  ['mine', 'Keep mine'],
  ['theirs', 'Take theirs'],
] as const;

/** Two versions of something side by side, with their differences marked. The user chooses one. */
export const ConflictSides = (props: ConflictSidesProps) => {
  const { label, choice, mine, theirs, onChoose, children } = props;
  const name = useId();
  const parts = useDifferences(mine.text, theirs.text);
  return (
    <fieldset class={styles.field}>
      <legend class={styles.legend} dir="auto">
        {label}
      </legend>
      {actions.map(([side, action]) => (
        <div class={choice === side ? styles.chosen : styles.side} key={side}>
          <label class="checkbox">
            <input
              type="radio"
              name={name}
              checked={choice === side}
              onChange={() => onChoose(side)}
            />
            <span>{action}</span>
          </label>
          <MarkedText label={`${label}: ${side}`} parts={parts[side]} side={side} />
          {props[side].copied !== '' && (
            <Button
              kind="quiet"
              icon="copy"
              onClick={() => void copy(props[side].copied ?? props[side].text)}
            >
              Copy
            </Button>
          )}
        </div>
      ))}
      {Boolean(children) && <div class={styles.result}>{children}</div>}
    </fieldset>
  );
};
