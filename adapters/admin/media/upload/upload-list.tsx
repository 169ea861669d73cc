import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { cancelUpload, clearUploads, mayRetry, retryUploads, type Upload } from './uploads.ts';
import styles from './upload-list.module.css';

/** Uploads with their progress. */
export const UploadList = ({ uploads }: { readonly uploads: readonly Upload[] }) => (
  <ul class={styles.list} aria-label={t.uploads.listName}>
    {uploads.map((upload) => (
      <UploadRow key={upload.id} {...upload} />
    ))}
  </ul>
);

const UploadRow = ({ id, file: { name }, state }: Upload) => {
  const { value } = state;
  return (
    <li>
      <span class="ellipsis" title={name}>
        {name}
      </span>
      {value.kind === 'waiting' || value.kind === 'sending' ? (
        <Button
          kind="quiet"
          icon="close"
          label={t.uploads.cancelNamed(name)}
          onClick={() => cancelUpload(id)}
        />
      ) : mayRetry(value) ? (
        <Button kind="quiet" label={t.uploads.retryNamed(name)} onClick={() => retryUploads([id])}>
          {t.uploads.retry}
        </Button>
      ) : (
        value.kind === 'failed' && (
          <Button kind="quiet" label={t.common.removeNamed(name)} onClick={() => clearUploads(id)}>
            {t.common.remove}
          </Button>
        )
      )}
      <UploadProgress name={name} state={value} />
    </li>
  );
};

const UploadProgress = ({
  name,
  state,
}: {
  readonly name: string;
  readonly state: Upload['state']['value'];
}) => {
  switch (state.kind) {
    case 'waiting':
      return <span class={styles.state}>{t.uploads.waiting}</span>;
    case 'sending':
      return (
        <span class={styles.state}>
          <progress aria-label={t.uploads.uploadOf(name)} value={state.share} max={1} />
          {Math.floor(state.share * 100)} %
        </span>
      );
    case 'stored':
      return (
        <span class={`${styles.state} ${styles.good}`}>
          <Icon name="check" size={14} /> {t.uploads.stored}
        </span>
      );
    case 'cancelled':
      return <span class={styles.state}>{t.uploads.cancelled}</span>;
    case 'failed':
      return <span class={`${styles.state} ${styles.bad}`}>{state.message}</span>;
  }
};
