import { useMemo } from 'preact/hooks';
import type { ProblemReferenceDto } from '../../../../contracts/operations/references.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { CollectionName } from '../../components/private-mark.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
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
  const collectionOf = (id: string) => collections.value?.find((each) => each.id === id);
  const columns: readonly Column<ProblemReferenceDto>[] = [
    {
      name: t.health.item,
      class: styles.text,
      cell: ({ id, title }) => (
        <a href={urlOf(`/content/${id}`)} dir="auto">
          {title}
        </a>
      ),
    },
    {
      name: t.health.field,
      class: styles.text,
      dir: 'auto',
      cell: ({ field, collectionId }) =>
        labelsAt(field, collectionOf(collectionId)?.schema.properties).join(' '),
    },
    {
      name: t.health.refersTo,
      class: styles.target,
      cell: ({ target: { id, key, kind } }) =>
        targetsExist && id !== undefined ? (
          <TargetLink targets={targets} id={id} />
        ) : (
          <span>
            {kind === 'item' ? t.health.item : t.health.file}{' '}
            <code>{id ?? key?.split('/').at(-1)}</code>
          </span>
        ),
    },
    {
      name: t.common.collection,
      class: styles.text,
      dir: 'auto',
      cell: ({ collectionId }) => <CollectionName collection={collectionOf(collectionId)} />,
    },
    { name: t.common.status, width: 'tight', cell: ({ status }) => <StatusChip status={status} /> },
  ];
  return (
    <DataTable
      caption={t.health.references}
      columns={columns}
      // Their names for people come with the collections.
      rows={collections.state.value.kind === 'loading' ? [] : found}
      keyOf={({ id, field, target }) => `${id} ${field} ${target.id ?? target.key}`}
    />
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
