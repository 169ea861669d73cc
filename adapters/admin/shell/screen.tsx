import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../catalogue/texts.ts';
import { Icon } from '../components/icon.tsx';
import styles from './screen.module.css';

/** The name of the site: the service puts it into the title of the page. */
export const siteName = signal(document.title);

/** Focuses the screen, once the button that has the focus is gone. */
export const focusScreen = (): void => {
  setTimeout(() => document.getElementById('main')?.focus({ preventScroll: true }));
};

interface ScreenProps {
  readonly title: string;
  /** In the place of the heading, for a screen that has its `<h1>` in its content. */
  readonly heading?: ComponentChildren | undefined;
  /** Beside the heading: a status chip. */
  readonly status?: ComponentChildren;
  /** At the right of the bar. */
  readonly actions?: ComponentChildren;
  /** Whether the actions belong to the form that the screen is: phones keep them in sight, at the bottom. */
  readonly isForm?: boolean;
  /** A link to the list that this screen belongs to, as the user left it. */
  readonly parent?: { readonly href: string; readonly name: string };
  readonly busy?: boolean;
  /** `reading`: a width that is comfortable to read; tables use all of it. */
  readonly width?: 'full' | 'reading';
  /** Beside the content, or below it on narrow screens: what explains it. */
  readonly side?: ComponentChildren;
  readonly sideLabel?: string;
  /** Takes half of the width, beside everything below the bar. */
  readonly pane?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every screen: one `<main>`, one `<h1>`, and a bar that stays in sight. */
export const Screen = ({
  title,
  heading,
  status,
  actions,
  isForm = false,
  parent,
  busy = false,
  width = 'full',
  side,
  sideLabel = t.shell.explanation,
  pane,
  children,
}: ScreenProps) => {
  const site = siteName.value;
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
  const container = width === 'reading' ? styles.form : '';
  return (
    <main
      id="main"
      class={pane === undefined ? styles.screen : `${styles.screen} ${styles.withPane}`}
      aria-busy={busy}
      tabIndex={-1}
    >
      <div class={styles.bar}>
        <header class={`${styles.header} ${container}`}>
          <div class={styles.start}>
            {parent !== undefined && (
              <a class={styles.parent} href={parent.href} data-return>
                <Icon name="back" size={16} />
                <span class="ellipsis" dir="auto">
                  {parent.name}
                </span>
              </a>
            )}
            {heading ?? (
              <h1 class={`ellipsis ${styles.title}`} title={title} dir="auto">
                {title}
              </h1>
            )}
            {status}
          </div>
          {actions !== undefined && actions !== false && (
            <div class={isForm ? `${styles.end} ${styles.bottom}` : styles.end}>{actions}</div>
          )}
        </header>
      </div>
      <div
        class={`${styles.body} ${container} ${side === undefined ? '' : styles.columns} ${isForm ? styles.aboveBottom : ''}`}
      >
        {side === undefined ? (
          children
        ) : (
          <>
            <div class={styles.main}>{children}</div>
            <aside class={styles.side} aria-label={sideLabel}>
              {side}
            </aside>
          </>
        )}
      </div>
      {pane !== undefined && <div class={styles.pane}>{pane}</div>}
    </main>
  );
};
