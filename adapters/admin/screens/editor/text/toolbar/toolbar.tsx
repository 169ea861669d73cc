import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** At the end of the line. */
  readonly end: ComponentChildren;
  /** Whether a narrow toolbar has what is at the end in a menu, too, so that it can be left out. */
  readonly isEndInMenu: boolean;
  /** Whether what is at the end takes more space. */
  readonly isEndLong: boolean;
}

/**
 * A toolbar with a single tab stop. The arrow keys, Home and End move between its buttons; it comes back to
 * the one that had the focus last.
 */
export const Toolbar = ({ label, children, end, isEndInMenu, isEndLong }: ToolbarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  const latest = useRef<Element>(undefined);

  const buttons = (): HTMLButtonElement[] =>
    [
      ...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not([role], :disabled)') ?? []),
    ].filter((button) => button.checkVisibility());

  // After each render: buttons come, go, and are disabled.
  useLayoutEffect(() => {
    const all = buttons();
    const stop = all.find((button) => button === latest.current) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  });

  const focus = (button: HTMLButtonElement | undefined): void => {
    if (button === undefined) return;
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
    button.focus();
  };

  const long = isEndLong ? styles.long : '';
  return (
    <div
      ref={bar}
      class={styles.bar}
      role="toolbar"
      aria-label={label}
      onFocusIn={(event) => {
        if (event.target instanceof HTMLElement && event.target.matches('button:not([role])')) {
          latest.current = event.target;
        }
      }}
      onKeyDown={(event) => {
        const all = buttons();
        const at = all.findIndex((button) => button === document.activeElement);
        if (at === -1) return;
        if (event.key === 'ArrowRight') focus(all[(at + 1) % all.length]);
        else if (event.key === 'ArrowLeft') focus(all.at(at - 1));
        else if (event.key === 'Home') focus(all[0]);
        else if (event.key === 'End') focus(all.at(-1));
        else return;
        event.preventDefault();
      }}
    >
      <div class={`${styles.tools} ${long}`}>{children}</div>
      <div class={`${styles.end} ${isEndInMenu ? styles.wide : ''} ${long}`}>{end}</div>
    </div>
  );
};
