import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { cancelUpload, clearUploads, mayRetry, retryUploads, type Upload } from './uploads.ts';
import styles from './upload-list.module.css';

/** Uploads with their progress. */
export const UploadList = ({ uploads }: { readonly uploads: readonly Upload[] }) => (
  <ul class={styles.list} aria-label="Uploads">
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
          label={`Cancel ${name}`}
          onClick={() => cancelUpload(id)}
        />
      ) : mayRetry(value) ? (
        <Button kind="quiet" label={`Retry ${name}`} onClick={() => retryUploads([id])}>
          Retry
        </Button>
      ) : (
        value.kind === 'failed' && (
          <Button kind="quiet" label={`Remove ${name}`} onClick={() => clearUploads(id)}>
            Remove
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
      return <span class={styles.state}>Waiting</span>;
    case 'sending':
      return (
        <span class={styles.state}>
          <progress aria-label={`Upload of ${name}`} value={state.share} max={1} />
          {Math.floor(state.share * 100)} %
        </span>
      );
    case 'stored':
      return (
        <span class={`${styles.state} ${styles.good}`}>
          <Icon name="check" size={14} /> Stored
        </span>
      );
    case 'cancelled':
      return <span class={styles.state}>Cancelled</span>;
    case 'failed':
      return <span class={`${styles.state} ${styles.bad}`}>{state.message}</span>;
  }
};
