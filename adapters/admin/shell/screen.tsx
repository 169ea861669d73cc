import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';

/** The name of the site: the service puts it into the title of the page. */
export const siteName = signal(document.title);

interface ScreenProps {
  readonly title: string;
  /** To the right of the heading. */
  readonly actions?: ComponentChildren;
  /** A link to the list that this screen belongs to. */
  readonly parent?: { readonly href: string; readonly name: string };
  readonly busy?: boolean;
  /** `reading`: a width that is comfortable to read; tables use all of it. */
  readonly width?: 'full' | 'reading';
  readonly children: ComponentChildren;
}

/** The frame of every screen: one `<main>`, one `<h1>`. */
export const Screen = ({
  title,
  actions,
  parent,
  busy = false,
  width = 'full',
  children,
}: ScreenProps) => {
  const site = siteName.value;
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
  return (
    <main id="main" class={`screen ${width}`} aria-busy={busy} tabIndex={-1}>
      {parent !== undefined && (
        <a class="parent" href={parent.href}>
          <Icon name="back" size={14} /> {parent.name}
        </a>
      )}
      <header class="screen-header">
        <h1>{title}</h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
};
