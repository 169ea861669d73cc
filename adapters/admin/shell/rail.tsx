import { signal } from '@preact/signals';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { isPaletteOpen } from './palette.tsx';
import { lastListUrl } from './last-list.ts';
import { currentPath, urlOf } from './router.ts';
import { linkOf, screenLinks } from './screens.ts';
import { siteName } from './screen.tsx';
import { account } from './session.ts';
import { isHelpOpen } from './shortcuts.tsx';
import { theme, themes } from './theme.ts';

/** On narrow screens the rail opens over the screen. */
const isRailOpen = signal(false);

const shortcutKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl ';

const themeNames = { system: 'System colours', light: 'Light', dark: 'Dark' };

/** The screens that the user may open, the account, and the colour scheme. */
export const Rail = () => {
  const current = linkOf(currentPath.value);
  const isProfile = currentPath.value === '/profile';
  const isList = currentPath.value === '/content';
  return (
    <>
      <header class="top-bar">
        <Button
          kind="quiet"
          icon="menu"
          label="Menu"
          attributes={{ 'aria-expanded': isRailOpen.value, 'aria-controls': 'rail' }}
          onClick={() => {
            isRailOpen.value = !isRailOpen.value;
          }}
        />
        <span class="site-name">{siteName.value}</span>
      </header>
      <nav
        id="rail"
        class={isRailOpen.value ? 'rail open' : 'rail'}
        aria-label="Screens"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a'))
            isRailOpen.value = false;
        }}
      >
        <a class="site-name" href="/admin">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          {siteName.value}
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
        <ul>
          {screenLinks
            .filter(({ isAllowed }) => isAllowed())
            .map(({ path, name, icon }) => (
              <li key={path}>
                <a
                  // Not from the list itself: there it shows everything again.
                  href={path === '/content' && !isList ? lastListUrl() : urlOf(path)}
                  data-return={path === '/content' && !isList ? true : undefined}
                  aria-current={current?.path === path ? 'page' : undefined}
                >
                  <Icon name={icon} /> {name}
                </a>
              </li>
            ))}
        </ul>
        <ul class="rail-end">
          <li>
            <a href="/docs">
              <Icon name="api" /> API reference
            </a>
          </li>
          <li>
            <a href="/admin/profile" aria-current={isProfile ? 'page' : undefined}>
              <Icon name="profile" /> <span class="ellipsis">{account.value?.username}</span>
            </a>
          </li>
          <li class="rail-tools">
            <select
              class="input small"
              aria-label="Colour scheme"
              value={theme.value}
              onChange={(event) => {
                theme.value = themes.find((name) => name === event.currentTarget.value) ?? 'system';
              }}
            >
              {themes.map((name) => (
                <option key={name} value={name} selected={name === theme.value}>
                  {themeNames[name]}
                </option>
              ))}
            </select>
            <Button
              kind="quiet"
              icon="info"
              label="Keyboard shortcuts"
              onClick={() => {
                isHelpOpen.value = true;
              }}
            />
          </li>
        </ul>
      </nav>
    </>
  );
};
