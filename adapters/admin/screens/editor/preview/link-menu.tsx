import { useState } from 'preact/hooks';
import { api, messageOf } from '../../../api/client.ts';
import { CodeBlock } from '../../../components/texts/code-block.tsx';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Menu, type MenuEntry } from '../../../components/menu.tsx';
import { formatTime } from '../../../components/time.tsx';
import { showToast } from '../../../components/show-toast.ts';
import styles from './preview-pane.module.css';

interface LinkMenuProps {
  readonly id: string;
  /** Whether the user may revoke the links of others. */
  readonly canRevoke: boolean;
  /** The frame has one of the links. */
  readonly onRevoked: () => void;
}

interface Link {
  readonly url: string;
  readonly expiresAt: number;
}

const lifetimes = [
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const;

/** Copies a link to the page, for people without an account. If the browser does not allow it, shows the link. */
export const LinkMenu = ({ id, canRevoke, onRevoked }: LinkMenuProps) => {
  const [shown, setShown] = useState<Link>();

  const copyLink = async (expiresIn: (typeof lifetimes)[number][0]): Promise<void> => {
    try {
      const { body } = await api.createItemPreview({ params: { id }, body: { expiresIn } });
      const { url, expiresAt } = body.data;
      if (url === undefined) throw new Error('The collection has no preview URL any more');
      try {
        await navigator.clipboard.writeText(url);
        showToast({ text: `Link copied. It works until ${formatTime(expiresAt)}.` });
      } catch {
        setShown({ url, expiresAt });
      }
    } catch (error) {
      showToast({ text: `No link: ${messageOf(error)}`, kind: 'failed' });
    }
  };

  const revoke = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Revoke all links to this item?',
      text: 'All links to this item stop working, including those that other people copied.',
      action: 'Revoke links',
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.revokeItemPreviews({ params: { id } });
      showToast({ text: 'The links no longer work.' });
      onRevoked();
    } catch (error) {
      showToast({ text: `Not revoked: ${messageOf(error)}`, kind: 'failed' });
    }
  };

  const ofAll: readonly MenuEntry[] = canRevoke
    ? [{ label: 'Revoke all links', icon: 'trash', isDanger: true, onSelect: () => void revoke() }]
    : [];
  return (
    <>
      <Menu
        name="Links to the preview"
        kind="quiet"
        icon="link"
        label="Copy a link"
        header={<p class={styles.menuHint}>Anyone with the link can see the saved item.</p>}
        entries={[
          ...lifetimes.map(([expiresIn, label]) => ({
            label: `Copy a link for ${label}`,
            icon: 'copy' as const,
            onSelect: () => void copyLink(expiresIn),
          })),
          ...ofAll,
        ]}
      />
      {shown !== undefined && (
        <Dialog title="Link to the preview" onClose={() => setShown(undefined)}>
          <p>It works until {formatTime(shown.expiresAt)}, also without an account.</p>
          <CodeBlock label="link" code={shown.url} />
        </Dialog>
      )}
    </>
  );
};
