import { useEffect, useState } from 'preact/hooks';
import type { SystemHealthDto } from '../../../../contracts/operations/system.ts';
import { api } from '../../api/client.ts';
import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';

const intervalMs = 2_000;

type Progress = SystemHealthDto['search'];

/** How far the index of the search is rebuilt; nothing while it is current. Follows a rebuild until its end. */
export const RebuildProgress = ({ language }: { readonly language: string }) => {
  const [progress, setProgress] = useState<Progress>();
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout>;
    let latest: Progress;
    const read = async (): Promise<void> => {
      latest = (await api.getSystemHealth()).body.data.search;
      if (isShown) setProgress(latest);
    };
    const follow = async (): Promise<void> => {
      // Without a connection, or in a hidden tab, the line stays as it is.
      if (document.visibilityState === 'visible') await read().catch(() => undefined);
      const isPlanned = isShown && latest?.status === 'rebuilding';
      if (isPlanned) timer = setTimeout(() => void follow(), intervalMs);
    };
    void follow();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
    // Saving another language begins a rebuild.
  }, [language]);
  if (progress?.status !== 'rebuilding') return null;
  const { remaining, total } = progress;
  const done = Math.max(0, total - remaining);
  return <p class="quiet-text">{t.settings.rebuilding(numberText(done), numberText(total))}</p>;
};
