import { Icon } from '../components/icon.tsx';
import { draftsArePublic, isAdmin } from './session.ts';

/** Says that everybody can read drafts, and to administrators where to change it. */
export const DraftsBanner = () =>
  draftsArePublic.value ? (
    <p class="banner">
      <Icon name="warning" />
      <span>
        Drafts are public: anyone can read unpublished content.{' '}
        {isAdmin.value && <a href="/admin/settings">Change the setting</a>}
      </span>
    </p>
  ) : null;
