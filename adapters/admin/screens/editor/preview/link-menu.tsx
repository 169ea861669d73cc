import { useState } from 'preact/hooks';
import { api, messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { CodeBlock } from '../../../components/texts/code-block.tsx';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Menu, type MenuEntry } from '../../../components/menu.tsx';
import { formatTime } from '../../../components/format-time.ts';
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

const lifetimes = ['1h', '1d', '7d', '30d'] as const;

/** Copies a link to the page, for people without an account. If the browser does not allow it, shows the link. */
export const LinkMenu = ({ id, canRevoke, onRevoked }: LinkMenuProps) => {
  const [shown, setShown] = useState<Link>();

  const copyLink = async (expiresIn: (typeof lifetimes)[number]): Promise<void> => {
    try {
      const { body } = await api.createItemPreview({ params: { id }, body: { expiresIn } });
      const { url, expiresAt } = body.data;
      if (url === undefined) throw new Error(t.preview.links.noUrl);
      try {
        await navigator.clipboard.writeText(url);
        showToast({ text: t.preview.links.copied(formatTime(expiresAt)) });
      } catch {
        setShown({ url, expiresAt });
      }
    } catch (error) {
      showToast({ text: t.preview.links.failed(messageOf(error)), kind: 'failed' });
    }
  };

  const revoke = async (): Promise<void> => {
    const isSure = await confirm({
      title: t.preview.links.question,
      text: t.preview.links.explanation,
      action: t.preview.links.revoke,
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.revokeItemPreviews({ params: { id } });
      showToast({ text: t.preview.links.revoked });
      onRevoked();
    } catch (error) {
      showToast({ text: t.preview.links.notRevoked(messageOf(error)), kind: 'failed' });
    }
  };

  const ofAll: readonly MenuEntry[] = canRevoke
    ? [
        {
          label: t.preview.links.revokeAll,
          icon: 'trash',
          isDanger: true,
          onSelect: () => void revoke(),
        },
      ]
    : [];
  return (
    <>
      <Menu
        name={t.preview.links.title}
        kind="quiet"
        icon="link"
        label={t.preview.links.copy}
        header={<p class={styles.menuHint}>{t.preview.links.hint}</p>}
        entries={[
          ...lifetimes.map((expiresIn) => ({
            label: t.preview.links.copyFor[expiresIn],
            icon: 'copy' as const,
            onSelect: () => void copyLink(expiresIn),
          })),
          ...ofAll,
        ]}
      />
      {shown !== undefined && (
        <Dialog title={t.preview.links.one} onClose={() => setShown(undefined)}>
          <p>{t.preview.links.worksUntil(formatTime(shown.expiresAt))}</p>
          <CodeBlock label={t.preview.links.link} code={shown.url} />
        </Dialog>
      )}
    </>
  );
};
