import { t } from '../../../catalogue/texts.ts';
import { Checkbox } from '../../../components/inputs/field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';
import { allFields } from '../model/edit-fields.ts';
import { indexedName, stateOf, systemPaths } from '../model/indexing.ts';
import { useIssue } from '../use-issue.ts';
import styles from './index-controls.module.css';

interface IndexControlsProps {
  readonly field: DraftField;
}

/** Whether the service keeps an index of the values, and allows each value once. Nothing for fields that cannot have one. */
export const IndexControls = ({ field }: IndexControlsProps) => {
  const { change, indexable } = useBuilder();
  const issue = useIssue(field)('unique');
  const { id, indexed, unique } = field;
  const own = indexable.value.get(id);
  if (own === undefined) return null;
  return (
    <div class="stack">
      <div>
        <Checkbox
          label={t.fieldOptions.indexed}
          hint={own.isList ? t.fieldOptions.indexedListHint : t.fieldOptions.indexedHint}
          checked={indexed}
          onChange={(checked) => change(id, { indexed: checked })}
        />
        {indexed && !own.isList && <Pairs field={field} path={own.path} />}
      </div>
      {!own.isList && (
        <div id={controlId(id, 'unique')} tabIndex={-1}>
          <Checkbox
            label={t.fieldOptions.unique}
            hint={t.fieldOptions.uniqueHint}
            checked={unique}
            onChange={(checked) => change(id, { unique: checked })}
          />
          {issue !== undefined && <p class="error">{issue}</p>}
        </div>
      )}
      <IndexState field={field} />
    </div>
  );
};

interface PairsProps extends IndexControlsProps {
  readonly path: string;
}

/** The other fields by which items with a value of this one are sorted. */
const Pairs = ({ field, path }: PairsProps) => {
  const { change, fields, indexable } = useBuilder();
  const issue = useIssue(field)('indexedWith');
  const { id, indexedWith } = field;
  const others = [...indexable.value.values()].filter((each) => !each.isList && each.path !== path);
  const offered = new Set([
    ...others.map((each) => each.path),
    ...systemPaths,
    // One that no field has any more can be removed.
    ...indexedWith,
  ]);
  return (
    <details class={styles.pairs} open={indexedWith.length > 0}>
      <summary id={controlId(id, 'indexedWith')}>{t.fieldOptions.indexedWith}</summary>
      <ul>
        {[...offered].map((other) => (
          <li key={other}>
            <Checkbox
              label={indexedName(fields.value, other)}
              checked={indexedWith.includes(other)}
              onChange={(checked) =>
                change(id, {
                  indexedWith: checked
                    ? [...indexedWith, other]
                    : indexedWith.filter((each) => each !== other),
                })
              }
            />
          </li>
        ))}
      </ul>
      {issue !== undefined && <p class="error">{issue}</p>}
    </details>
  );
};

const stateNames = {
  building: { text: t.fieldOptions.indexBuilding, look: 'draft' },
  ready: { text: t.fieldOptions.indexReady, look: 'good' },
  failed: { text: t.fieldOptions.indexFailed, look: 'bad' },
} as const;

/** How far the index of a field is. */
const IndexState = ({ field }: IndexControlsProps) => {
  const { indexable, indexes } = useBuilder();
  const own = indexable.value.get(field.id);
  const isAsked = field.indexed || field.unique;
  if (indexes.value === undefined) return null;
  const found = stateOf(indexes.value, own?.savedPath);
  if (found === undefined) {
    return isAsked ? <p class="quiet-text">{t.fieldOptions.indexAfterSave}</p> : null;
  }
  return (
    <p class={styles.state} role="status">
      <span class={`chip ${stateNames[found.state].look}`}>{stateNames[found.state].text}</span>
      {found.state === 'failed' && <span>{t.fieldOptions.indexRetried(found.reason ?? '')}</span>}
      {!isAsked && <span class="quiet-text">{t.fieldOptions.indexRemovedOnSave}</span>}
    </p>
  );
};

/** In the heading of a closed field: whether an index of it, or of a field inside, is not ready. */
export const IndexChip = ({ field }: IndexControlsProps) => {
  const { indexable, indexes } = useBuilder();
  const states = allFields([field]).map(({ id }) =>
    stateOf(indexes.value ?? [], indexable.value.get(id)?.savedPath),
  );
  const shown = (['failed', 'building'] as const).find((state) =>
    states.some((each) => each?.state === state),
  );
  return shown === undefined ? null : (
    <span class={`chip ${stateNames[shown].look}`}>{stateNames[shown].text}</span>
  );
};
