import { useId, useState } from 'preact/hooks';
import type { CreatedApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { tokenLifetimes, type TokenLifetime } from '../../../../contracts/client/vocabulary.ts';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../components/inputs/field.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import styles from './new-token-dialog.module.css';
import { lifetimeNames } from './token-text.tsx';

interface NewTokenDialogProps {
  readonly collections: readonly CollectionDto[];
  readonly onCreate: (token: CreatedApiTokenDto) => void;
  readonly onClose: () => void;
}

const lifetimeOptions = tokenLifetimes.map((value) => ({ value, label: lifetimeNames[value] }));

/** Creates a token. Its value is in the response only. */
export const NewTokenDialog = ({ collections, onCreate, onClose }: NewTokenDialogProps) => {
  const id = useId();
  const [name, setName] = useState('');
  const [expiresIn, setExpiresIn] = useState<TokenLifetime>('1y');
  const [scope, setScope] = useState<readonly string[]>([]);
  const [nameError, setNameError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const create = async (): Promise<void> => {
    setFailure(undefined);
    if (name.trim() === '') {
      setNameError(t.apiTokens.nameNeeded);
      document.getElementById(`${id}-name`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const { body } = await api.createApiToken({ body: { name, expiresIn, collections: scope } });
      onCreate(body.data);
    } catch (error) {
      const { name: issue } = issuesOf(error);
      setNameError(issue);
      if (issue === undefined) setFailure(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog title={t.apiTokens.newTitle} onClose={onClose}>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {t.apiTokens.notCreated} {failure}
        </p>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void create();
        }}
      >
        <TextField
          id={`${id}-name`}
          label={t.common.name}
          required
          hint={t.apiTokens.nameHint}
          value={name}
          error={nameError}
          onInput={(text) => {
            setName(text);
            setNameError(undefined);
          }}
          attributes={{ autoFocus: true, autoComplete: 'off' }}
        />
        <SelectField
          label={t.common.expires}
          value={expiresIn}
          options={lifetimeOptions}
          onChange={(value) =>
            setExpiresIn(tokenLifetimes.find((lifetime) => lifetime === value) ?? '1y')
          }
        />
        <fieldset class={styles.scope}>
          <legend class="label">{t.common.collections}</legend>
          <p class="hint" role="status">
            {scope.length === 0
              ? t.apiTokens.unlimited
              : counted(scope.length, t.apiTokens.limitedTo)}
          </p>
          <div class={styles.collections}>
            {collections.map((collection) => (
              <Checkbox
                key={collection.id}
                label={
                  <>
                    {collection.displayName} <span class="quiet-text">{collection.name}</span>
                    <PrivateMark collection={collection} />
                  </>
                }
                checked={scope.includes(collection.name)}
                onChange={(isChosen) =>
                  setScope(
                    isChosen
                      ? [...scope, collection.name]
                      : scope.filter((each) => each !== collection.name),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
        <div class="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t.apiTokens.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
