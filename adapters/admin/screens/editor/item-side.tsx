import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContentInfoDto } from '../../../../contracts/content-info.ts';
import { api, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/confirm.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { showToast } from '../../components/toasts.tsx';
import { dropOwn } from '../../shell/kept-work-store.ts';
import { navigate, urlOf } from '../../shell/router.ts';
import styles from './item-side.module.css';
import type { ContentStatus } from './model/editing.ts';
import { placeOf, type OpenedItem } from './model/open-item.ts';

interface SideProps {
  readonly opened: OpenedItem;
  readonly onStatus: (status: ContentStatus) => Promise<void>;
}

/** The verb that moves an item to a status. */
const verbFor = (from: ContentStatus, to: ContentStatus): string => {
  if (to === 'archived') return 'Archive';
  return from === 'published' ? 'Unpublish' : 'Unarchive';
};

/** The status and its allowed changes, facts about the item, and deletion. */
export const ItemSide = ({ opened, onStatus }: SideProps) => {
  const { editing, isReadOnly } = opened;
  const stored = editing.stored.value;
  const [info, setInfo] = useState<ContentInfoDto | undefined>(opened.info);
  const status = stored?.item.status;

  const loadedFor = useRef(opened.info === undefined ? undefined : stored?.etag);

  // What the user may do depends on the status.
  useEffect(() => {
    if (stored === undefined || loadedFor.current === stored.etag) return;
    loadedFor.current = stored.etag;
    api.getContentInfo({ params: { id: stored.item.id } }).then(
      ({ body }) => setInfo(body.data),
      // The buttons of the former status stay; the service checks each change.
      () => undefined,
    );
  }, [stored?.etag]);

  const remove = async (): Promise<void> => {
    if (stored === undefined) return;
    const { id, title } = stored.item;
    const question = {
      title: `Delete “${title}”?`,
      text: 'The item is removed for everybody. It cannot be brought back.',
      action: 'Delete',
      danger: true,
    };
    if (!(await confirm(question))) return;
    try {
      await api.deleteContent({ params: { id } });
      await dropOwn(placeOf(opened).what);
      showToast({ text: `“${title}” was deleted.` });
      await navigate(urlOf('/content', { collection: editing.collection.name }), { force: true });
    } catch (error) {
      showToast({ text: `Not deleted: ${messageOf(error)}`, kind: 'failed' });
    }
  };

  return (
    <aside class={styles.side} aria-label="About this item">
      <section class="card">
        <h2>Status</h2>
        <div>
          {status === undefined ? (
            <span class="chip">Not saved yet</span>
          ) : (
            <StatusChip status={status} />
          )}
        </div>
        {!isReadOnly && status !== undefined && info !== undefined && (
          <div class={styles.changes}>
            {/* The header has Publish. */}
            {info.statuses
              .filter((next) => next !== 'published')
              .map((next) => (
                <Button
                  key={next}
                  busy={editing.isSaving.value}
                  onClick={() => void onStatus(next)}
                >
                  {verbFor(status, next)}
                </Button>
              ))}
          </div>
        )}
      </section>
      {stored !== undefined && (
        <section class="card">
          <h2>Facts</h2>
          <dl class="facts">
            <dt>Author</dt>
            <dd>{info?.author?.name ?? 'None'}</dd>
            <dt>Created</dt>
            <dd>
              <Time at={stored.item.created_at} />
            </dd>
            <dt>Updated</dt>
            <dd>
              <Time at={stored.item.updated_at} />
            </dd>
            <dt>Version</dt>
            <dd>{stored.etag.replaceAll('"', '')}</dd>
          </dl>
        </section>
      )}
      {info?.canDelete === true && (
        <Button icon="trash" onClick={() => void remove()}>
          Delete
        </Button>
      )}
    </aside>
  );
};
