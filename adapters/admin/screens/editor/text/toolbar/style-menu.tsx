import { useId, useRef, useState } from 'preact/hooks';
import { numberText } from '../../../../catalogue/forms.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Icon } from '../../../../components/icon.tsx';
import styles from './style-menu.module.css';

const choices = [
  [undefined, t.toolbar.paragraph],
  [2, t.toolbar.heading('2')],
  [3, t.toolbar.heading('3')],
  [4, t.toolbar.heading('4')],
] as const;

interface StyleMenuProps {
  /** The level of the heading at the caret, from 1 to 6. */
  readonly heading: number | undefined;
  readonly disabled: boolean;
  readonly onChoose: (level: number | undefined) => void;
}

/** A button of the toolbar with a menu: paragraph or heading. */
export const StyleMenu = ({ heading, disabled, onChoose }: StyleMenuProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();

  const items = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? []),
  ];

  const open = (): void => {
    const [box, opener] = [menu.current, button.current?.getBoundingClientRect()];
    if (box === null || opener === undefined) return;
    // The menu is above everything else on the page, so it does not move with the button.
    box.style.left = `${opener.left}px`;
    box.style.top = `${opener.bottom + 4}px`;
    box.showPopover();
    (items().find((item) => item.ariaChecked === 'true') ?? items()[0])?.focus();
  };

  const move = (by: number): void => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    all[(at + by + all.length) % all.length]?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={`button quiet ${styles.opener}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={disabled}
        onClick={() => (isOpen ? menu.current?.hidePopover() : open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          open();
        }}
      >
        {heading === undefined ? t.toolbar.text : t.toolbar.heading(numberText(heading))}{' '}
        <Icon name="down" size={12} />
      </button>
      <div
        ref={menu}
        id={id}
        class={styles.menu}
        popover="auto"
        role="menu"
        aria-label={t.toolbar.textStyle}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => {
          // The toolbar around it moves by arrow keys too.
          event.stopPropagation();
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Tab') menu.current?.hidePopover();
          else return;
          if (event.key !== 'Tab') event.preventDefault();
        }}
      >
        {choices.map(([level, name]) => (
          <button
            key={name}
            type="button"
            class={styles.item}
            role="menuitemradio"
            tabIndex={-1}
            aria-checked={level === heading}
            onClick={() => {
              menu.current?.hidePopover();
              onChoose(level);
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  );
};
