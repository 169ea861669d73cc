import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Side } from '../../../../../contracts/client/merge-states.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { MarkedText, unmarked, useDifferences } from '../../../components/texts/compared-texts.tsx';
import { copy } from '../../../components/texts/copy.ts';
import styles from './conflict-sides.module.css';

export interface ShownSide {
  readonly text: string;
  /** Whether it says that there is nothing. */
  readonly isEmpty?: boolean;
  readonly isCode?: boolean;
  /** What the button copies, if it is not the text. */
  readonly copied?: string;
}

interface ConflictSidesProps extends Readonly<Record<Side, ShownSide>> {
  readonly label: string;
  /** Who changed it, and when. */
  readonly saver?: string | undefined;
  readonly choice: Side | 'both' | undefined;
  readonly onChoose: (side: Side) => void;
  /** Puts both versions into the result. Without it, the user has to choose one. */
  readonly onBoth?: (() => void) | undefined;
  /** Below both sides. */
  readonly children?: ComponentChildren;
}

const actions = [
  ['mine', t.conflict.keepMine],
  ['theirs', t.conflict.takeTheirs],
] as const;

/** Two versions of something side by side, with their differences marked. The user chooses one. */
export const ConflictSides = (props: ConflictSidesProps) => {
  const { label, saver, choice, mine, theirs, onChoose, onBoth, children } = props;
  const name = useId();
  const differences = useDifferences(mine.text, theirs.text);
  const isOneSided = mine.isEmpty === true || theirs.isEmpty === true;
  const parts = isOneSided
    ? { mine: [unmarked(mine.text)], theirs: [unmarked(theirs.text)] }
    : differences;
  return (
    <fieldset class={styles.field}>
      <legend class={styles.legend} dir="auto">
        {label}
      </legend>
      {saver !== undefined && (
        <p class={`quiet-text ${styles.result}`} dir="auto">
          {saver}
        </p>
      )}
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
          {props[side].isEmpty === true ? (
            <p class="quiet-text">{props[side].text}</p>
          ) : (
            <MarkedText
              label={t.conflict[side](label)}
              parts={parts[side]}
              side={side}
              isCode={props[side].isCode === true}
            />
          )}
          {props[side].isEmpty !== true && (
            <Button
              kind="quiet"
              icon="copy"
              onClick={() => void copy(props[side].copied ?? props[side].text)}
            >
              {t.common.copy}
            </Button>
          )}
        </div>
      ))}
      {onBoth !== undefined && (
        <label class={`checkbox ${styles.result}`}>
          <input type="radio" name={name} checked={choice === 'both'} onChange={onBoth} />
          <span>{t.conflict.keepBoth}</span>
        </label>
      )}
      {Boolean(children) && <div class={styles.result}>{children}</div>}
    </fieldset>
  );
};
