import { useState } from 'preact/hooks';
import { savedViewLimits } from '../../../../../contracts/client/vocabulary.ts';
import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { api, messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Checkbox, TextField } from '../../../components/inputs/field.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { browserViews } from './browser-views.ts';
import { MoveButton } from './move-views.tsx';
import { isOwn, mayChangeView, mayDeleteView, mayShareViews, namesake } from './saved-views.ts';
import styles from './view-dialogs.module.css';

interface ManageViewsProps {
  readonly views: readonly SavedViewDto[];
  /** Called after views have changed. */
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** The views that the user may change or delete: own ones and, for administrators, those that others share. */
export const ManageViewsDialog = ({ views, onChange, onClose }: ManageViewsProps) => {
  const own = views.filter(mayDeleteView);
  const count = browserViews().length;
  return (
    <Dialog
      title={t.contentList.views.label}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      }
    >
      {own.length === 0 && count === 0 && <p class="quiet-text">{t.contentList.views.none}</p>}
      <ul class={styles.views}>
        {own.map((view) => (
          <ViewRow key={view.id} view={view} views={views} onChange={onChange} />
        ))}
      </ul>
      {count > 0 && (
        <p>
          <MoveButton views={views} onMoved={onChange} />
        </p>
      )}
    </Dialog>
  );
};

interface ViewRowProps extends Pick<ManageViewsProps, 'views' | 'onChange'> {
  readonly view: SavedViewDto;
}

const ViewRow = ({ view, views, onChange }: ViewRowProps) => {
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  const [isBusy, run] = useBusy();
  const params = { id: view.id };
  const isFixed = !mayChangeView(view);

  const rename = async (): Promise<void> => {
    const given = name.trim();
    if (isBusy || given === view.name) return;
    if (given === '') return setError(t.contentList.views.nameNeeded);
    if (namesake(views, given, view)) return setError(t.contentList.views.nameTaken);
    await run(async () => {
      try {
        await api.updateView({ params, body: { name: given } });
        onChange();
      } catch (failure) {
        setError(messageOf(failure));
      }
    });
  };

  const share = (shared: boolean): Promise<void> =>
    run(async () => {
      await api.updateView({ params, body: { shared } });
      onChange();
    });

  const restore = ({ name: former, query, shared }: SavedViewDto): Promise<void> =>
    run(async () => {
      await api.createView({ body: { name: former, query, shared } });
      onChange();
    });

  const remove = async (): Promise<void> => {
    const isSure = isOwn(view) || (await confirmDeletion(view));
    if (!isSure) return;
    await run(async () => {
      await api.deleteView({ params });
      onChange();
      // The views of others would come back as own ones.
      if (isOwn(view)) {
        offerUndo(t.contentList.views.deleted(view.name), () => void restore(view));
      }
    });
  };

  return (
    <li class={styles.view}>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextField
          label={<span class="visually-hidden">{t.contentList.views.nameOf(view.name)}</span>}
          value={name}
          error={error}
          attributes={{
            maxLength: savedViewLimits.name,
            readOnly: isFixed,
            onBlur: () => void rename(),
          }}
          onInput={(text) => {
            setName(text);
            setError(undefined);
          }}
        />
      </form>
      <Button
        kind="quiet"
        icon="trash"
        busy={isBusy}
        label={t.contentList.views.delete(view.name)}
        onClick={() => void remove()}
      />
      {(isOwn(view) ? mayShareViews() || view.shared : true) && (
        <div class={styles.facts}>
          {isOwn(view) ? (
            <Checkbox
              label={t.contentList.views.share}
              checked={view.shared}
              onChange={(shared) => void share(shared)}
            />
          ) : (
            <span class="quiet-text" dir="auto">
              {view.owner === null
                ? t.contentList.views.ownerless
                : t.contentList.views.sharedBy(view.owner.name)}
            </span>
          )}
        </div>
      )}
    </li>
  );
};

const confirmDeletion = ({ name }: SavedViewDto): Promise<boolean> =>
  confirm({
    title: t.contentList.views.deleteQuestion(name),
    text: t.contentList.views.deletesForAll,
    action: t.contentList.views.deleteShared,
    danger: true,
  });
