import { useState } from 'preact/hooks';
import { savedViewLimits } from '../../../../../contracts/client/vocabulary.ts';
import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { api, messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Checkbox, TextField } from '../../../components/inputs/field.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { isOwn, mayShareViews, namesake, type ViewQuery } from './saved-views.ts';

interface SaveViewProps {
  /** What the list shows. */
  readonly query: ViewQuery;
  readonly views: readonly SavedViewDto[];
  readonly onSaved: (view: SavedViewDto) => void;
  readonly onClose: () => void;
}

/** Saves what the list shows as a new view, or as an own one that has the name. */
export const SaveViewDialog = ({ query, views, onSaved, onClose }: SaveViewProps) => {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const given = name.trim();
  const own = views.filter(isOwn);
  const same = own[0] && namesake(own, given, { owner: own[0].owner });

  const save = async (): Promise<void> => {
    if (isBusy) return;
    if (given === '') return setError(t.contentList.views.nameNeeded);
    setBusy(true);
    try {
      const { body } =
        same === undefined
          ? await api.createView({ body: { name: given, query, shared } })
          : await api.updateView({ params: { id: same.id }, body: { query } });
      onSaved(body.data);
      onClose();
      showToast({ text: t.contentList.views.saved(body.data.name) });
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t.contentList.views.save}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {same === undefined ? t.common.save : t.contentList.views.replace}
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t.common.name}
          hint={
            same === undefined ? t.contentList.views.whatIsSaved : t.contentList.views.willReplace
          }
          value={name}
          error={error}
          attributes={{ autoFocus: true, maxLength: savedViewLimits.name }}
          onInput={(text) => {
            setName(text);
            setError(undefined);
          }}
        />
        {mayShareViews() && same === undefined && (
          <Checkbox
            label={t.contentList.views.share}
            hint={t.contentList.views.whatSharingDoes}
            checked={shared}
            onChange={setShared}
          />
        )}
      </form>
    </Dialog>
  );
};
