import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { api, messageOf } from '../../api/client.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { RadioGroup } from '../../components/inputs/radio-group.tsx';
import { mediaBase } from '../../media/image-url.ts';
import { formatSize, kindOf } from '../../media/media-facts.ts';
import { libraryChanged } from '../../media/media-page.ts';
import { imageWidth, previewWidth, thumbnailUrl, wholeUrl } from '../../media/thumbnail.ts';

type Address = 'keep' | 'new';

interface ReplaceDialogProps {
  readonly file: MediaFileDto;
  readonly onReplaced: (file: MediaFileDto, report: string) => void;
  readonly onClose: () => void;
}

const accepted = { image: 'image/*', video: 'video/*', audio: 'audio/*', document: undefined };

/** Whether addresses of files lead to this service: otherwise none can be kept. */
const servesFiles = (): boolean =>
  new URL(mediaBase(), location.href).href === new URL('/files', location.href).href;

/** Asks for a file in the place of another one, and what becomes of the address. */
export const ReplaceDialog = ({ file, onReplaced, onClose }: ReplaceDialogProps) => {
  const mayKeep = servesFiles();
  const [chosen, setChosen] = useState<File | undefined>(undefined);
  const [address, setAddress] = useState<Address>(mayKeep ? 'keep' : 'new');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);

  const replace = async (): Promise<void> => {
    if (chosen === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { body } = await api.replaceMedia({
        params: { id: file.id },
        query: { address },
        body: { file: { name: chosen.name, content: chosen } },
      });
      const { data, former, uses } = body;
      const report =
        former === undefined || uses === undefined
          ? t.replaceFile.replaced
          : await rewriteRest(data.id, former.id, uses);
      if (former === undefined) await forgetFormer(data);
      libraryChanged();
      onReplaced(data, report);
    } catch (error) {
      setFailure(t.replaceFile.notReplaced(messageOf(error)));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t.replaceFile.title(file.originalName)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            busy={isBusy}
            disabled={chosen === undefined}
            onClick={() => void replace()}
          >
            {t.replaceFile.replace}
          </Button>
        </>
      }
    >
      <div class="stack">
        <label class="field">
          <span class="label">{t.replaceFile.newFile}</span>
          <input
            class="input"
            type="file"
            accept={accepted[kindOf(file)]}
            onChange={({ currentTarget }) => setChosen(currentTarget.files?.[0])}
          />
        </label>
        {chosen !== undefined && (
          <p class="hint">{t.replaceFile.chosen(chosen.name, formatSize(chosen.size))}</p>
        )}
        {mayKeep ? (
          <RadioGroup<Address>
            label={t.replaceFile.address}
            value={address}
            onChange={setAddress}
            choices={[
              {
                value: 'keep',
                label: t.replaceFile.keepAddress,
                hint: t.replaceFile.keepHint,
              },
              {
                value: 'new',
                label: t.replaceFile.newAddress,
                hint: t.replaceFile.newHint,
              },
            ]}
          />
        ) : (
          <p>{t.replaceFile.newOnly}</p>
        )}
        {failure !== undefined && (
          <p class="alert" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
};

/** Makes this browser ask for the new bytes, which it has stored under the same addresses. Other browsers keep theirs. */
const forgetFormer = async (file: MediaFileDto): Promise<void> => {
  const shown = [thumbnailUrl(file, imageWidth), wholeUrl(file, previewWidth), file.url];
  const urls = new Set(shown.filter((url) => url !== undefined));
  await Promise.allSettled(Array.from(urls, (url) => fetch(url, { cache: 'reload' })));
};

/** Writes the new address into the uses that the replacement has left. @returns what was done, in a sentence. */
const rewriteRest = async (
  id: string,
  from: string,
  first: {
    readonly changed: number;
    readonly failed: readonly unknown[];
    readonly next: number | null;
  },
): Promise<string> => {
  let { changed, next } = first;
  let failed = first.failed.length;
  while (next !== null) {
    const body = { from, skip: next };
    const step = (await api.rewriteMediaUses({ params: { id }, body })).body.data;
    changed += step.changed;
    failed += step.failed.length;
    next = step.next;
  }
  const written = counted(changed, t.replaceFile.written);
  return failed === 0 ? written : `${written} ${counted(failed, t.replaceFile.keepOld)}`;
};
