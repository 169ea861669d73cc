import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import type { FilesUsage } from '../../references/read-files-usage.ts';
import { usedInText } from '../../references/read-usage.ts';
import { ReferrerList } from '../../references/used-in.tsx';
import styles from './files-usage.module.css';

interface FilesUsageWarningProps {
  readonly usage: FilesUsage<MediaFileDto>;
}

/** How many files are listed. */
const filesMax = 10;

/** How many items are listed for each of them. */
const itemsMax = 3;

/** Of a question before a deletion: which of the files are used, and in which items. Nothing if none is. */
export const FilesUsageWarning = ({ usage: { used, unread } }: FilesUsageWarningProps) => (
  <>
    {used.length > 0 && (
      <>
        <p>
          <strong>{counted(used.length, t.library.someAreUsed)}</strong> {t.library.referencesBreak}
        </p>
        <ul class={styles.files} aria-label={t.library.usedFiles}>
          {used.slice(0, filesMax).map(({ file, ...usage }) => (
            <li key={file.id} class={styles.file}>
              <p class={styles.name}>
                <bdi>{file.originalName}</bdi> · {usedInText(usage)}
              </p>
              <ReferrerList referrers={usage.referrers.slice(0, itemsMax)} />
            </li>
          ))}
        </ul>
        {used.length > filesMax && <p>{t.bulk.andMore(numberText(used.length - filesMax))}</p>}
      </>
    )}
    {unread > 0 && <p>{counted(unread, t.library.notChecked)}</p>}
  </>
);
