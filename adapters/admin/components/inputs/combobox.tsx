import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import styles from './combobox.module.css';

interface ComboboxProps<T> {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly options: readonly T[];
  readonly keyOf: (option: T) => string;
  readonly children: (option: T) => ComponentChildren;
  /** Called for Enter and for a click; undefined if no option is marked. */
  readonly onChoose: (option: T | undefined) => void;
  /** The first option is marked, so that Enter chooses it. Otherwise the arrow keys mark one. */
  readonly marksFirst: boolean;
  /** Said when there are no options. */
  readonly empty?: string;
}

/** A field with a list of options below it, for the keyboard: the arrow keys mark one, Enter chooses it. */
export const Combobox = <T,>({
  label,
  placeholder,
  value,
  onInput,
  options,
  keyOf,
  children,
  onChoose,
  marksFirst,
  empty,
}: ComboboxProps<T>) => {
  const id = useId();
  const first = marksFirst ? 0 : -1;
  const [marked, setMarked] = useState(first);
  const current = Math.min(marked, options.length - 1);

  const move = (by: number): void => {
    if (options.length === 0) return;
    const next = current === -1 && by < 0 ? options.length - 1 : current + by;
    const index = (next + options.length) % options.length;
    setMarked(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <>
      <input
        class="input"
        type="text"
        role="combobox"
        dir="auto"
        autoFocus
        autoComplete="off"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        placeholder={placeholder}
        value={value}
        onInput={(event) => {
          setMarked(first);
          onInput(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Enter') onChoose(options[current]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id={id} class={styles.options} role="listbox" aria-label={t.components.results}>
        {options.map((option, index) => (
          <li
            key={keyOf(option)}
            id={`${id}-${index}`}
            class={styles.option}
            role="option"
            aria-selected={index === current}
            onClick={() => onChoose(option)}
          >
            {children(option)}
          </li>
        ))}
      </ul>
      {options.length === 0 && empty !== undefined && <p class={styles.empty}>{empty}</p>}
    </>
  );
};
