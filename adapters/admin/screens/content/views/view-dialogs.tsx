import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { TextField } from '../../../components/inputs/field.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { offerUndo } from '../../../components/undo.ts';
import {
  deleteView,
  renameView,
  savedViews,
  saveView,
  viewNameMaxLength,
  type SavedView,
} from './saved-views.ts';
import styles from './view-dialogs.module.css';

interface SaveViewProps {
  readonly query: string;
  readonly onClose: () => void;
}

export const SaveViewDialog = ({ query, onClose }: SaveViewProps) => {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const given = name.trim();
  const isTaken = savedViews().some((view) => view.name === given);
  const save = (): void => {
    if (given === '') return setError('A view needs a name.');
    saveView({ name: given, query });
    onClose();
    showToast({ text: `The view “${given}” is saved in this browser.` });
  };
  return (
    <Dialog
      title="Save this view"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={save}>
            {isTaken ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Name"
          hint={
            isTaken
              ? 'There is a view of this name. It will show this list instead.'
              : 'The collection, the filters, the order and the columns. To share a view, send its address.'
          }
          value={name}
          error={error}
          attributes={{ autoFocus: true, maxLength: viewNameMaxLength }}
          onInput={(text) => {
            setName(text);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
};

export const ManageViewsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const views = savedViews();
  return (
    <Dialog
      title="Views"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {views.length === 0 && <p class="quiet-text">There are no saved views.</p>}
      <ul class={styles.views}>
        {views.map((view) => (
          <ViewRow key={view.name} view={view} />
        ))}
      </ul>
    </Dialog>
  );
};

const ViewRow = ({ view }: { readonly view: SavedView }) => {
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  const rename = (): void => {
    const given = name.trim();
    if (given === '') setError('A view needs a name.');
    else if (!renameView(view.name, given)) setError('Another view has this name.');
  };
  return (
    <li class={styles.view}>
      <form
        class={styles.name}
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <TextField
          label={<span class="visually-hidden">Name of {view.name}</span>}
          value={name}
          error={error}
          attributes={{ maxLength: viewNameMaxLength, onBlur: rename }}
          onInput={(text) => {
            setName(text);
            setError(undefined);
          }}
        />
      </form>
      <Button
        kind="quiet"
        icon="trash"
        label={`Delete the view ${view.name}`}
        onClick={() => {
          deleteView(view.name);
          offerUndo(`The view “${view.name}” was deleted.`, () => saveView(view));
        }}
      />
    </li>
  );
};
