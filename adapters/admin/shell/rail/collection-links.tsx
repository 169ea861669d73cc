import { signal } from '@preact/signals';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Icon, iconOf } from '../../components/icon.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { countedTotal, formatTotal } from '../../screens/content/format-total.ts';
import { lastListIn } from '../last-list.ts';
import { currentPath, urlOf } from '../router.ts';
import { shownCollections } from '../shown-collections.ts';
import { currentCollection } from './current-collection.ts';
import styles from './rail.module.css';
import { draftsOf, firstOf } from './rail-collections.ts';
import { collections, counts } from './read-collections.ts';

const showsAll = signal(false);

/** Links to the lists of the collections, and to the items of the singletons. */
export const CollectionLinks = () => {
  const all = shownCollections(collections.value);
  if (all.length === 0) return null;
  const { shown, isLong } = firstOf(all, currentCollection(), showsAll.value);
  return (
    <ul class={`${styles.links} ${styles.inner}`} aria-label={t.common.collections}>
      {shown.map((collection) => (
        <li key={collection.name}>
          <CollectionLink collection={collection} />
        </li>
      ))}
      {isLong && (
        <li class={styles.more}>
          <Button
            kind="quiet"
            icon={showsAll.value ? 'up' : 'down'}
            attributes={{ 'aria-expanded': showsAll.value }}
            onClick={() => {
              showsAll.value = !showsAll.peek();
            }}
          >
            {t.shell.allCollections}
          </Button>
        </li>
      )}
    </ul>
  );
};

const CollectionLink = ({ collection }: { readonly collection: CollectionDto }) => {
  const { name, displayName, singleton = false } = collection;
  const isCurrent = currentCollection() === name;
  // On the list itself, the link shows everything again.
  const isReturn = !singleton && !(isCurrent && currentPath.value === '/content');
  const item = urlOf('/content/new', { collection: name });
  const list = isReturn ? lastListIn(name) : urlOf('/content', { collection: name });
  return (
    <a
      class={styles.link}
      href={singleton ? item : list}
      data-return={isReturn ? true : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon name={iconOf(collection)} />
      <span class="ellipsis" dir="auto" title={displayName}>
        {displayName}
      </span>
      <PrivateMark collection={collection} />
      <Drafts collection={collection} />
    </a>
  );
};

/** How many items are not published, at the end of a link. */
const Drafts = ({ collection }: { readonly collection: CollectionDto }) => {
  const drafts = draftsOf(collection, counts.value);
  if (drafts === undefined) return null;
  return (
    <span class={styles.count} title={countedTotal(drafts, t.shell.rail.drafts)}>
      {formatTotal(drafts)}
      <span class="visually-hidden"> {countedTotal(drafts, t.shell.rail.draftsUnit)}</span>
    </span>
  );
};
