import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { Loaded } from '../../components/states.tsx';
import { urlOf } from '../../shell/router.ts';
import styles from './items-card.module.css';

interface ListedItem {
  readonly id: string;
  readonly title: string;
  /** The language, if it has one. */
  readonly locale?: string;
}

interface ItemsCardProps<T> {
  readonly title: string;
  readonly items: Resource<readonly T[]>;
  /** What to say when there are none. */
  readonly empty?: string;
  /** The whole list, if there is one. */
  readonly all?: { readonly url: string; readonly name: string };
  /** Of an item; the private ones have a lock. */
  readonly collectionOf: (item: T) => Pick<CollectionDto, 'access'> | undefined;
  /** What to say about an item, besides its title. */
  readonly facts: (item: T) => ComponentChildren;
}

/** A few items, with links to each and to the whole list. */
export const ItemsCard = <T extends ListedItem>({
  title,
  items,
  empty,
  all,
  collectionOf,
  facts,
}: ItemsCardProps<T>) => {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {all !== undefined && <a href={all.url}>{all.name}</a>}
      </header>
      <Loaded resource={items} what={t.dashboard.whatItems}>
        {(found) =>
          found.length === 0 ? (
            <p class="quiet-text">{empty}</p>
          ) : (
            <ul class={styles.items}>
              {found.map((item) => (
                <li key={item.id}>
                  <a
                    class={`two-lines ${styles.title}`}
                    dir="auto"
                    href={urlOf(`/content/${item.id}`)}
                  >
                    {item.title}
                    <PrivateMark collection={collectionOf(item)} />
                  </a>
                  <div class={`quiet-text ${styles.facts}`}>
                    <LocaleMark code={item.locale} />
                    {facts(item)}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
};
