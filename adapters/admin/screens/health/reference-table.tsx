import { useMemo } from 'preact/hooks';
import type { ProblemReferenceDto } from '../../../../contracts/operations/references.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { labelsAt } from '../../references/field-label.ts';
import { readTargets, type Targets } from '../../references/targets.ts';
import { urlOf } from '../../shell/router.ts';
import styles from './reference-table.module.css';

interface ReferenceTableProps {
  readonly found: readonly ProblemReferenceDto[];
  /** Whether the targets can be shown: they are only unpublished. */
  readonly targetsExist: boolean;
}

/** References with a problem. The title of each item leads to the form that solves it. */
export const ReferenceTable = ({ found, targetsExist }: ReferenceTableProps) => {
  const collections = useResource(async () => (await api.listCollections()).body.data);
  const targets = useMemo(() => readTargets(), []);
  return (
    <div class="table-box">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Field</th>
            <th scope="col">Refers to</th>
            <th scope="col">Collection</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {/* Their names for people come with them. */}
          {collections.state.value.kind !== 'loading' &&
            found.map(({ id, title, status, collectionId, field, target }) => {
              const collection = collections.value?.find((each) => each.id === collectionId);
              return (
                <tr key={`${id} ${field} ${target.id ?? target.key}`}>
                  <td class={`main ${styles.text}`}>
                    <a href={urlOf(`/content/${id}`)} dir="auto">
                      {title}
                    </a>
                  </td>
                  <td data-label="Field" class={styles.text} dir="auto">
                    {labelsAt(field, collection?.schema.properties).join(' ')}
                  </td>
                  <td data-label="Refers to" class={styles.target}>
                    {targetsExist && target.id !== undefined ? (
                      <TargetLink targets={targets} id={target.id} />
                    ) : (
                      <span>
                        {target.kind === 'item' ? 'Item' : 'File'}{' '}
                        <code>{target.id ?? target.key?.split('/').at(-1)}</code>
                      </span>
                    )}
                  </td>
                  <td data-label="Collection" class={styles.text} dir="auto">
                    {collection?.displayName ?? '–'}
                  </td>
                  <td data-label="Status" class="tight">
                    <StatusChip status={status} />
                  </td>
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
};

interface TargetLinkProps {
  readonly targets: Targets;
  readonly id: string;
}

const TargetLink = ({ targets, id }: TargetLinkProps) => {
  const target = targets.item(id).value;
  return (
    <span class={styles.link}>
      <a href={urlOf(`/content/${id}`)} dir="auto">
        {target.kind === 'found' ? target.value.title : id}
      </a>
      {target.kind === 'found' && <StatusChip status={target.value.status} />}
    </span>
  );
};
