import { Icon } from '../../components/icon.tsx';
import { lastListUrl } from '../last-list.ts';
import { currentPath, urlOf } from '../router.ts';
import { linkOf, type ScreenLink } from '../screens.ts';
import { shownCollections } from '../shown-collections.ts';
import { currentCollection } from './current-collection.ts';
import styles from './rail.module.css';
import { collections } from './read-collections.ts';

/** Whether the link of a collection says where the user is. */
const isInCollection = (): boolean => {
  const current = currentCollection();
  return shownCollections(collections.value).some(({ name }) => name === current);
};

/** The link to a screen. */
export const RailLink = ({ path, name, icon }: ScreenLink) => {
  const isContent = path === '/content';
  // On the list itself, the link shows everything again.
  const isReturn = isContent && currentPath.value !== path;
  const isCurrent = linkOf(currentPath.value)?.path === path && !(isContent && isInCollection());
  return (
    <a
      class={styles.link}
      href={isReturn ? lastListUrl() : urlOf(path)}
      data-return={isReturn ? true : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon name={icon} /> {name}
    </a>
  );
};
