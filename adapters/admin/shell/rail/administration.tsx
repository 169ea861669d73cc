import { computed, signal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { remembered } from '../remembered.ts';
import { currentPath } from '../router.ts';
import { linkOf, offeredAdministration } from '../screens.ts';
import { reveal } from './reveal.ts';
import styles from './rail.module.css';
import { RailLink } from './rail-link.tsx';

const chosen = remembered('quoin-administration');

const isOpen = signal(false);

/** The path of the current screen, if it is one of these. */
const currentInside = computed(() => {
  const path = linkOf(currentPath.value)?.path;
  return offeredAdministration().find((link) => link.path === path)?.path;
});

/** What most people do not need daily: folded until somebody unfolds it, or is there. */
export const Administration = () => {
  const links = offeredAdministration();
  useSignalEffect(() => {
    isOpen.value = currentInside.value !== undefined || chosen.peek() === 'open';
  });
  const part = useRef<HTMLDivElement>(null);
  if (links.length === 0) return null;
  /** Not only the button, which may be the last thing that can be seen. */
  const showAll = (): void => {
    const { current } = part;
    if (current?.parentElement) reveal(current.parentElement, current);
  };
  return (
    <div ref={part} class={styles.administration}>
      <Button
        kind="quiet"
        attributes={{ 'aria-expanded': isOpen.value, 'aria-controls': 'rail-administration' }}
        onClick={() => {
          isOpen.value = !isOpen.peek();
          chosen.value = isOpen.peek() ? 'open' : undefined;
          setTimeout(showAll);
        }}
      >
        {t.shell.rail.administration} <Icon name={isOpen.value ? 'up' : 'down'} size={16} />
      </Button>
      <ul id="rail-administration" class={styles.links} hidden={!isOpen.value}>
        {links.map((link) => (
          <li key={link.path}>
            <RailLink {...link} />
          </li>
        ))}
      </ul>
    </div>
  );
};
