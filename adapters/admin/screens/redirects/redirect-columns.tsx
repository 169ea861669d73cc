import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { urlOf } from '../../shell/router.ts';
import type { Redirect } from './read-redirects.ts';
import styles from './redirect-columns.module.css';

interface RedirectParts {
  /** A collection by its id; undefined if the user does not see it. */
  readonly collectionOf: (id: string) => CollectionDto | undefined;
  readonly mayRemove: (redirect: Redirect) => boolean;
  readonly onRemove: (redirect: Redirect) => void;
}

/** A former slug, and where it leads. */
export const redirectColumns = ({
  collectionOf,
  mayRemove,
  onRemove,
}: RedirectParts): readonly Column<Redirect>[] => [
  { name: t.redirects.from, cell: ({ from }) => <code class={styles.slug}>{from}</code> },
  {
    name: t.redirects.to,
    narrow: 'line',
    class: styles.target,
    cell: ({ id, to, locale }) => (
      <>
        <span class={styles.phone} aria-hidden="true">
          →
        </span>
        <a href={urlOf(`/content/${id}`)}>
          <code class={styles.slug}>{to}</code>
        </a>{' '}
        <LocaleMark code={locale} />
      </>
    ),
  },
  {
    name: t.common.collection,
    width: 'name',
    narrow: 'bare',
    class: styles.collection,
    dir: 'auto',
    cell: ({ collectionId }) => <CollectionName collection={collectionOf(collectionId)} />,
  },
  {
    name: t.common.actions,
    isNameHidden: true,
    width: 'tight',
    cell: (redirect) =>
      mayRemove(redirect) && (
        <Button
          kind="quiet"
          icon="trash"
          label={t.redirects.remove(redirect.from)}
          onClick={() => onRemove(redirect)}
        />
      ),
  },
];
