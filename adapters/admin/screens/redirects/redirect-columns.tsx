import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { RedirectDto } from '../../../../contracts/operations/redirects.ts';
import { Button } from '../../components/button.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { urlOf } from '../../shell/router.ts';
import styles from './redirect-columns.module.css';

interface RedirectParts {
  /** A collection by its id; undefined if the user does not see it. */
  readonly collectionOf: (id: string) => CollectionDto | undefined;
  readonly mayRemove: (redirect: RedirectDto) => boolean;
  readonly onRemove: (redirect: RedirectDto) => void;
}

/** A former slug, and where it leads. */
export const redirectColumns = ({
  collectionOf,
  mayRemove,
  onRemove,
}: RedirectParts): readonly Column<RedirectDto>[] => [
  { name: 'Former slug', cell: ({ from }) => <code class={styles.slug}>{from}</code> },
  {
    name: 'Leads to',
    narrow: 'line',
    class: styles.target,
    cell: ({ id, to }) => (
      <>
        <span class={styles.phone} aria-hidden="true">
          →
        </span>
        <a href={urlOf(`/content/${id}`)}>
          <code class={styles.slug}>{to}</code>
        </a>
      </>
    ),
  },
  {
    name: 'Collection',
    width: 'name',
    narrow: 'bare',
    class: styles.collection,
    dir: 'auto',
    cell: ({ collectionId }) => <CollectionName collection={collectionOf(collectionId)} />,
  },
  {
    name: 'Actions',
    isNameHidden: true,
    width: 'tight',
    cell: (redirect) =>
      mayRemove(redirect) && (
        <Button
          kind="quiet"
          icon="trash"
          label={`Remove the redirect from ${redirect.from}`}
          onClick={() => onRemove(redirect)}
        />
      ),
  },
];
