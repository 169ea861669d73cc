import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import styles from './tabs.module.css';

export interface Tab<T extends string> {
  readonly id: T;
  readonly name: string;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  /** The content of the selected tab. */
  readonly children: ComponentChildren;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs after the pattern of the ARIA practices: the arrow keys select, Tab leads into the content. */
export const Tabs = <T extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: TabsProps<T>) => {
  const id = useId();
  const move = (from: number, by: number): void => {
    const next = tabs.at((from + by) % tabs.length);
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div class={styles.view}>
      <div class={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            class={styles.tab}
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={(event) => {
              const by = steps[event.key];
              if (by === undefined) return;
              event.preventDefault();
              move(index, by);
            }}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        class={styles.panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
      >
        {children}
      </div>
    </div>
  );
};
