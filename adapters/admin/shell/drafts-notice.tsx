import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../catalogue/texts.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import styles from './drafts-notice.module.css';
import { remembered } from './remembered.ts';
import { draftsArePublic, isAdmin } from './session.ts';

const dayMs = 24 * 60 * 60_000;

/** When the banner was shown first, in epoch milliseconds; 0 once it was closed. */
const noticedAt = remembered('quoin-drafts-noticed');

const isNoticed = computed(
  () => noticedAt.value !== undefined && Date.now() - Number(noticedAt.value) > dayMs,
);

/** Says that everybody can read drafts, and to administrators where to change it: until the day after, or closed. */
export const DraftsBanner = () => {
  const isPublic = draftsArePublic.value;
  useEffect(() => {
    if (isPublic) noticedAt.value ??= String(Date.now());
    else noticedAt.value = undefined;
  }, [isPublic]);
  if (!isPublic || isNoticed.value) return null;
  return (
    <div class={styles.banner}>
      <Icon name="warning" />
      <p>
        {t.shell.drafts.banner((text) => (
          <span>{text}</span>
        ))}{' '}
        {isAdmin.value && <a href="/admin/settings">{t.shell.drafts.change}</a>}
      </p>
      <Button
        kind="quiet"
        icon="close"
        label={t.shell.drafts.close}
        onClick={() => {
          noticedAt.value = '0';
        }}
      />
    </div>
  );
};

/** The same in a few words, in the rail. */
export const DraftsChip = () => {
  if (!draftsArePublic.value || !isNoticed.value) return null;
  const text = <span class="chip draft">{t.shell.drafts.chip}</span>;
  return (
    <li class={styles.short} title={t.shell.drafts.sentence}>
      {isAdmin.value ? <a href="/admin/settings">{text}</a> : text}
    </li>
  );
};
