import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { findReferences } from '../../../../../contracts/client/find-references.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Icon } from '../../../components/icon.tsx';
import { mediaBase } from '../../../media/image-url.ts';
import type { Targets } from '../../../references/targets.ts';
import { focusControl, summaryOf } from '../error-links.ts';
import type { Editing } from '../model/editing.ts';
import { issueKey } from '../model/json-path.ts';
import styles from './broken-references.module.css';

interface BrokenReferencesProps {
  readonly editing: Editing;
  readonly targets: Targets;
}

/** How many fields the line names. */
const namedMax = 5;

/** Names the fields of the form with references that lead nowhere. Nothing if there are none. */
export const BrokenReferences = ({ editing, targets }: BrokenReferencesProps) => {
  const { collection, text } = editing;
  const broken = useComputed(() => {
    const found = findReferences(collection.schema, text.value.data, mediaBase()).filter(
      ({ kind, name }) =>
        kind === 'none' ||
        (kind === 'item' ? targets.item(name) : targets.file({ kind, name })).value.kind ===
          'broken',
    );
    return new Map(found.map(({ pointer }) => [issueKey(pointer), 'is broken']));
  }).value;
  if (broken.size === 0) return null;
  const fields = summaryOf(broken, collection, text.value.data);
  const named = fields.slice(0, namedMax).map(({ id, label }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <a
        href={`#${id}`}
        dir="auto"
        onClick={(event) => {
          event.preventDefault();
          focusControl(id);
        }}
      >
        {label}
      </a>
    </span>
  ));
  return (
    <p class={styles.line} role="status">
      <Icon name="warning" size={16} />
      <span>{sentenceOf(broken.size, named, fields.length - namedMax)}</span>
    </p>
  );
};

const sentenceOf = (broken: number, named: ComponentChildren, more: number): ComponentChildren => {
  const { one, several, many, moreFields } = t.brokenReferences;
  if (broken === 1) return one(named);
  return more > 0 ? many(named, counted(more, moreFields)) : several(named);
};
