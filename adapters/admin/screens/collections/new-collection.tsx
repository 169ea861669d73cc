import { useState } from 'preact/hooks';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Checkbox, TextField } from '../../components/inputs/field.tsx';
import { navigate, urlOf } from '../../shell/router.ts';
import { collectionNameFrom } from './model/names.ts';

const formId = 'new-collection';

/** Asks for the names of a new collection, creates it, and opens it. */
export const NewCollection = ({ onClose }: { readonly onClose: () => void }) => {
  const [displayName, setDisplayName] = useState('');
  const [ownName, setOwnName] = useState<string>();
  const [isPrivate, setPrivate] = useState(false);
  const [issues, setIssues] = useState<FieldIssues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = ownName ?? collectionNameFrom(displayName);

  const create = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await api.createCollection({
        body: { name, displayName, ...(isPrivate && { access: 'private' }) },
      });
      await navigate(urlOf(`/collections/${name}`));
    } catch (error) {
      const found = hasCode(error, 'collection_name_taken')
        ? { name: t.collections.nameTaken }
        : issuesOf(error);
      setIssues(found);
      if (Object.keys(found).length === 0) setFailure(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t.collections.newCollection}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy} attributes={{ form: formId }}>
            {t.collections.create}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          label={t.collections.displayName}
          hint={t.collections.displayNameHint}
          value={displayName}
          error={issues['displayName']}
          attributes={{ autoFocus: true }}
          onInput={setDisplayName}
        />
        <TextField
          label={t.collections.apiName}
          hint={
            <>{t.collections.apiNameHint(<code>/api/collections/{name || '…'}/content</code>)}</>
          }
          required
          value={name}
          error={issues['name']}
          attributes={{ autoCapitalize: 'off', spellcheck: false }}
          onInput={setOwnName}
        />
        <Checkbox
          label={t.collections.private}
          hint={t.collections.privateHint}
          checked={isPrivate}
          onChange={setPrivate}
        />
        {failure !== undefined && (
          <p class="alert" role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
};
