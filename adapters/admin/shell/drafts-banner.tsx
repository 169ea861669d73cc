import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SettingsDto } from '../../../contracts/settings.ts';
import { api } from '../api/client.ts';
import { Icon } from '../components/icon.tsx';
import { isAdmin } from './session.ts';

/** The settings, for administrators; undefined until they are read. */
export const settings = signal<SettingsDto | undefined>(undefined);

/** Says that everybody can read drafts, and where to change it. Other roles cannot read the setting. */
export const DraftsBanner = () => {
  useEffect(() => {
    if (!isAdmin.value) return;
    api.getSettings().then(
      ({ body }) => {
        settings.value = body.data;
      },
      () => undefined,
    );
  }, []);
  if (settings.value?.publicContent !== 'all') return null;
  return (
    <p class="banner">
      <Icon name="warning" /> Drafts are public: anyone can read unpublished content.{' '}
      <a href="/admin/settings">Change the setting</a>
    </p>
  );
};
