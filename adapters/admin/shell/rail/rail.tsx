import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { DraftsChip } from '../drafts-notice.tsx';
import { lastListUrl } from '../last-list.ts';
import { isPaletteOpen } from '../palette.tsx';
import styles from './rail.module.css';
import { currentPath, urlOf } from '../router.ts';
import { linkOf, screenLinks, type ScreenLink } from '../screens.ts';
import { siteName } from '../screen.tsx';
import { shownCollections } from '../shown-collections.ts';
import { readSingletons, singletons } from './singletons.ts';
import { UserMenu } from './user-menu.tsx';

/** On narrow screens the rail opens over the screen. */
const isRailOpen = signal(false);

const shortcutKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl ';

/** The screens that the user may open, and the account. */
export const Rail = () => {
  useEffect(() => void readSingletons(), []);
  return (
    <>
      <header class={styles.top}>
        <Button
          kind="quiet"
          icon="menu"
          label="Menu"
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
        aria-label="Screens"
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
          Go to … <kbd>{shortcutKey}K</kbd>
        </Button>
        <ul class={styles.links}>
          {screenLinks
            .filter(({ isAllowed }) => isAllowed())
            .map((link) => (
              <li key={link.path}>
                <RailLink {...link} />
                {link.path === '/content' && shownCollections(singletons.value).length > 0 && (
                  <Singletons />
                )}
              </li>
            ))}
        </ul>
        <ul class={`${styles.links} ${styles.end}`}>
          <DraftsChip />
          <li>
            <a class={styles.link} href="/docs">
              <Icon name="api" /> API reference
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

/** Links to the items of the singletons. */
const Singletons = () => (
  <ul class={`${styles.links} ${styles.inner}`} aria-label="Singletons">
    {shownCollections(singletons.value).map((collection) => (
      <li key={collection.name}>
        <a class={styles.link} href={urlOf('/content/new', { collection: collection.name })}>
          <span class="ellipsis" dir="auto">
            {collection.displayName}
            <PrivateMark collection={collection} />
          </span>
        </a>
      </li>
    ))}
  </ul>
);

const RailLink = ({ path, name, icon }: ScreenLink) => {
  // On the list itself, the link shows everything again.
  const isReturn = path === '/content' && currentPath.value !== path;
  return (
    <a
      class={styles.link}
      href={isReturn ? lastListUrl() : urlOf(path)}
      data-return={isReturn ? true : undefined}
      aria-current={linkOf(currentPath.value)?.path === path ? 'page' : undefined}
    >
      <Icon name={icon} /> {name}
    </a>
  );
};
