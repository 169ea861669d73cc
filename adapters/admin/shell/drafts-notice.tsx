import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
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

const sentence = 'Drafts are public: anyone can read unpublished content.';

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
        Drafts are public<span>: anyone can read unpublished content</span>.{' '}
        {isAdmin.value && <a href="/admin/settings">Change the setting</a>}
      </p>
      <Button
        kind="quiet"
        icon="close"
        label="Close this notice"
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
  const text = <span class="chip draft">Drafts are public</span>;
  return (
    <li class={styles.short} title={sentence}>
      {isAdmin.value ? <a href="/admin/settings">{text}</a> : text}
    </li>
  );
};
