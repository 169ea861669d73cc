import { useEffect, useState } from 'preact/hooks';
import { api, hasStatus, messageOf } from '../../../api/client.ts';
import { findItems } from '../../../api/find-items.ts';
import { useResource } from '../../../api/resource.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/inputs/field.tsx';
import { Failure, Loading } from '../../../components/states.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { urlOf } from '../../../shell/router.ts';
import type { ControlProps } from './field-form.ts';
import styles from './reference-control.module.css';
import { SchemaField } from './schema-field.tsx';
import { useText, writeText } from './text-controls.tsx';

/** Another item, by its id. A reference to an item that does not exist is shown as broken, and kept. */
export const ReferenceControl = (props: ControlProps) => {
  const { form, field, label } = props;
  const id = useText(props);
  const clear = (): void => {
    writeText(props, '');
    form.steps.record(() => writeText(props, id), `${label} was removed.`);
  };
  const [isPicking, setPicking] = useState(false);
  return (
    <SchemaField props={props}>
      {(control) => (
        <div class={styles.reference}>
          {id === '' ? (
            <span class="quiet-text">Nothing chosen</span>
          ) : (
            <ReferenceTitle key={id} id={id} />
          )}
          {form.isReadOnly ? (
            <input {...control} type="hidden" value={id} />
          ) : (
            <>
              <Button attributes={control} onClick={() => setPicking(true)}>
                {id === '' ? 'Choose' : 'Change'}
              </Button>
              {id !== '' && (
                <Button kind="quiet" icon="close" label={`Remove ${label}`} onClick={clear} />
              )}
            </>
          )}
          {isPicking && (
            <ReferencePicker
              label={label}
              collection={field.collection}
              onClose={() => setPicking(false)}
              onPick={(picked) => {
                setPicking(false);
                writeText(props, picked);
              }}
            />
          )}
        </div>
      )}
    </SchemaField>
  );
};

const ReferenceTitle = ({ id }: { readonly id: string }) => {
  const [title, setTitle] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    api.getContent({ params: { id } }).then(
      ({ body }) => setTitle(body.data.title),
      (error: unknown) =>
        setProblem(hasStatus(error, 404) ? `Broken: no item has the id ${id}` : messageOf(error)),
    );
  }, []);
  if (problem !== undefined) return <span class="error">{problem}</span>;
  return (
    <a href={urlOf(`/content/${id}`)} dir="auto" target="_blank" rel="noopener">
      {title ?? 'Loading …'}
    </a>
  );
};

interface PickerProps {
  readonly label: string;
  readonly collection: string | undefined;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}

const searchDelayMs = 150;
const shownItems = 20;

/** Finds items by their title on the server; without a title, those that were changed last. */
const ReferencePicker = ({ label, collection, onPick, onClose }: PickerProps) => {
  const [title, setTitle] = useState('');
  const found = useResource(async () =>
    title.trim() === ''
      ? (await api.listSummaries({ query: { collection, limit: shownItems } })).body.data
      : findItems(title, { collection }),
  );
  useEffect(() => {
    const timer = setTimeout(found.reload, searchDelayMs);
    return () => clearTimeout(timer);
  }, [title]);
  const state = found.state.value;
  return (
    <Dialog title={`Choose: ${label}`} onClose={onClose}>
      <TextField
        label="Find by title"
        type="search"
        value={title}
        onInput={setTitle}
        attributes={{ autoFocus: true }}
      />
      {state.kind === 'failed' && <Failure error={state.error} onRetry={found.reload} />}
      {found.value === undefined && state.kind === 'loading' && <Loading what="items" />}
      <ul class={styles.items} aria-label="Items">
        {found.value?.map((item) => (
          <li key={item.id}>
            <button type="button" class={styles.item} onClick={() => onPick(item.id)}>
              <span class="ellipsis" dir="auto">
                {item.title}
              </span>
              <StatusChip status={item.status} />
            </button>
          </li>
        ))}
      </ul>
      {found.value?.length === 0 && <p class="hint">No item has this title.</p>}
    </Dialog>
  );
};
