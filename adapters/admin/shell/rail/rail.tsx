import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { DraftsChip } from '../drafts-notice.tsx';
import { isPaletteOpen } from '../palette.tsx';
import styles from './rail.module.css';
import { address } from '../router.ts';
import { offeredWork } from '../screens.ts';
import { siteName } from '../screen.tsx';
import { Administration } from './administration.tsx';
import { CollectionLinks } from './collection-links.tsx';
import { RailLink } from './rail-link.tsx';
import { collections, followCollections } from './read-collections.ts';
import { commandKey } from '../command-key.ts';
import { reveal } from './reveal.ts';
import { UserMenu } from './user-menu.tsx';

/** On narrow screens the rail opens over the screen. */
const isRailOpen = signal(false);

/** The screens that the user may open, and the account. */
export const Rail = () => {
  useEffect(followCollections, []);
  const screens = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = screens.current?.querySelector('[aria-current]');
    if (screens.current && current?.checkVisibility()) reveal(screens.current, current);
  }, [address.value, collections.value]);
  return (
    <>
      <header class={styles.top}>
        <Button
          kind="quiet"
          icon="menu"
          label={t.shell.rail.menu}
          attributes={{ 'aria-expanded': isRailOpen.value, 'aria-controls': 'rail' }}
          onClick={() => {
            isRailOpen.value = !isRailOpen.value;
          }}
        />
        <span class={`ellipsis ${styles.site}`}>
          <span class="ellipsis" dir="auto">
            {siteName.value}
          </span>
        </span>
      </header>
      <nav
        id="rail"
        class={isRailOpen.value ? `${styles.rail} ${styles.open}` : styles.rail}
        aria-label={t.shell.rail.label}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a'))
            isRailOpen.value = false;
        }}
      >
        <a class={styles.site} href="/admin">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span class="ellipsis" dir="auto">
            {siteName.value}
          </span>
        </a>
        <Button
          icon="search"
          attributes={{ 'aria-keyshortcuts': 'Control+K Meta+K' }}
          onClick={() => {
            isPaletteOpen.value = true;
          }}
        >
          {t.shell.rail.goTo} <kbd>{commandKey} K</kbd>
        </Button>
        <div ref={screens} class={styles.screens}>
          <ul class={styles.links}>
            {offeredWork().map((link) => (
              <li key={link.path}>
                <RailLink {...link} />
                {link.path === '/content' && <CollectionLinks />}
              </li>
            ))}
          </ul>
          <Administration />
        </div>
        <ul class={`${styles.links} ${styles.end}`}>
          <DraftsChip />
          <li>
            <a class={styles.link} href="/docs">
              <Icon name="api" /> {t.shell.rail.apiReference}
            </a>
          </li>
          <li>
            <UserMenu />
          </li>
        </ul>
      </nav>
    </>
  );
};
