import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '../icon.tsx';
import styles from './radio-group.module.css';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** What the choice means, in a sentence. */
  readonly hint?: string;
  /** In the place of the radio button; the label shows the choice. */
  readonly icon?: IconName;
}

export interface RadioGroupProps<T extends string> {
  readonly label: ComponentChildren;
  readonly choices: readonly Choice<T>[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  /** Side by side where there is space, for many choices; `narrow` if their labels are words. */
  readonly columns?: boolean | 'narrow';
  /** The same name makes one choice of several groups. */
  readonly name?: string;
}

/** A choice of which every possibility is shown and explained. */
export const RadioGroup = <T extends string>({
  label,
  choices,
  value,
  onChange,
  columns = false,
  name: givenName,
}: RadioGroupProps<T>) => {
  const id = useId();
  const name = givenName ?? id;
  return (
    <fieldset
      class={[
        styles.group,
        columns !== false && styles.columns,
        columns === 'narrow' && styles.narrow,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <legend dir="auto">{label}</legend>
      {choices.map((choice, index) => (
        <label key={choice.value} class={choice.icon === undefined ? undefined : styles.tile}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            aria-labelledby={`${id}-${index}`}
            aria-describedby={choice.hint === undefined ? undefined : `${id}-${index}-hint`}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon !== undefined && <Icon name={choice.icon} />}
          <span>
            <span id={`${id}-${index}`}>{choice.label}</span>
            {choice.hint !== undefined && (
              <span class={`hint ${styles.hint}`} id={`${id}-${index}-hint`}>
                {choice.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
