import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: IconName;
  /** In the place of the icon. Its size is its own, and the label says what it shows. */
  readonly picture?: ComponentChild;
  /** A screen to open; or else what to do. */
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly isDanger?: boolean;
  /** In small letters at the end: what tells entries of the same name apart. */
  readonly note?: string | undefined;
  /** Whether its screen is shown. */
  readonly isCurrent?: boolean;
}

interface MenuProps extends Pick<ButtonProps, 'children' | 'kind' | 'icon' | 'label'> {
  /** What the entries are. */
  readonly name: string;
  readonly entries: readonly MenuEntry[];
  /** The side of the button where the entries begin. */
  readonly align?: 'start' | 'middle' | 'end' | 'above';
  /** Whether the entries are tiles with their pictures above the labels. */
  readonly isTiled?: boolean;
  /** Before the entries: choices that do not close the list. */
  readonly header?: ComponentChildren;
}

const sides = { start: styles.start, middle: styles.middle, end: styles.end, above: styles.above };

/** A button that shows a list of links and actions. The arrow keys go through it, and Escape closes it. */
export const Menu = (props: MenuProps) => {
  const { name, entries, align = 'end', isTiled = false, header, children, ...button } = props;
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const controls = (): readonly HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>('nav :is(a, button)') ?? []),
  ];
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };

  useEffect(() => {
    if (!isOpen) return undefined;
    controls()[0]?.focus();
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        setOpen(false);
      }
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const move = (by: number): void => {
    const all = controls();
    const current = all.findIndex((control) => control === document.activeElement);
    all[(current + by + all.length) % all.length]?.focus();
  };

  return (
    <div
      ref={box}
      class={styles.menu}
      onKeyDown={(event) => {
        if (!isOpen) return;
        if (event.key === 'ArrowDown' || (isTiled && event.key === 'ArrowRight')) move(1);
        else if (event.key === 'ArrowUp' || (isTiled && event.key === 'ArrowLeft')) move(-1);
        else if (event.key === 'Escape') close();
        else return;
        event.preventDefault();
      }}
    >
      <Button
        {...button}
        attributes={{ 'aria-expanded': isOpen, 'aria-controls': id }}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </Button>
      <nav id={id} class={`${styles.list} ${sides[align]}`} aria-label={name} hidden={!isOpen}>
        {header}
        <ul class={isTiled ? styles.tiles : undefined}>
          {entries.map((entry) => (
            <li key={`${entry.label} ${entry.href} ${entry.note}`}>
              <Entry
                {...entry}
                onSelect={() => {
                  close();
                  entry.onSelect?.();
                }}
              />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
};

const Entry = (entry: MenuEntry) => {
  const { label, icon, picture, href, onSelect, note, isDanger = false, isCurrent = false } = entry;
  const content = (
    <>
      {picture ?? (icon !== undefined && <Icon name={icon} />)}
      <span dir="auto">{label}</span>
      {note !== undefined && (
        <span class={styles.note} dir="auto">
          {note}
        </span>
      )}
    </>
  );
  return href === undefined ? (
    <button
      type="button"
      class={isDanger ? `${styles.entry} ${styles.danger}` : styles.entry}
      onClick={onSelect}
    >
      {content}
    </button>
  ) : (
    <a
      class={isCurrent ? `${styles.entry} ${styles.current}` : styles.entry}
      aria-current={isCurrent}
      href={href}
      onClick={onSelect}
    >
      {content}
    </a>
  );
};
