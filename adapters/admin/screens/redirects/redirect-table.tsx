import type { RedirectDto } from '../../../../contracts/operations/redirects.ts';
import { Button } from '../../components/button.tsx';
import { urlOf } from '../../shell/router.ts';
import styles from './redirect-table.module.css';

interface RedirectTableProps {
  readonly redirects: readonly RedirectDto[];
  /** The name of a collection for people, by its id. */
  readonly collectionOf: (id: string) => string;
  readonly mayRemove: (redirect: RedirectDto) => boolean;
  readonly onRemove: (redirect: RedirectDto) => void;
}

/** The redirects of a page. */
export const RedirectTable = ({
  redirects,
  collectionOf,
  mayRemove,
  onRemove,
}: RedirectTableProps) => (
  <div class="table-box">
    <table class="table compact">
      <thead>
        <tr>
          <th scope="col">Former slug</th>
          <th scope="col">Leads to</th>
          <th scope="col">Collection</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {redirects.map((redirect) => (
          <tr key={redirect.from}>
            <td class="main">
              <code class={styles.slug}>{redirect.from}</code>
            </td>
            <td class={styles.target}>
              <span class={styles.phone} aria-hidden="true">
                →
              </span>
              <a href={urlOf(`/content/${redirect.id}`)}>
                <code class={styles.slug}>{redirect.to}</code>
              </a>
            </td>
            <td class={styles.name} dir="auto">
              {collectionOf(redirect.collectionId)}
            </td>
            <td class="tight">
              {mayRemove(redirect) && (
                <Button
                  kind="quiet"
                  icon="trash"
                  label={`Remove the redirect from ${redirect.from}`}
                  onClick={() => onRemove(redirect)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
