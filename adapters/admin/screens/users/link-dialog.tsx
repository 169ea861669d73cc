import { t } from '../../catalogue/texts.ts';
import { ValueDialog } from '../../components/dialogs/value-dialog.tsx';
import { formatTime } from '../../components/format-time.ts';
import { useLeaveGuard } from '../../shell/unsaved/unsaved-changes.ts';

/** A link with a secret, as the service returns it once. */
export interface ShownLink {
  readonly url: string;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

interface LinkDialogProps {
  readonly title: string;
  readonly link: ShownLink;
  /** What to do with it. */
  readonly advice: string;
  readonly onClose: () => void;
}

/** Shows a link to copy. Going back does not close it either. */
export const LinkDialog = ({ title, link, advice, onClose }: LinkDialogProps) => {
  useLeaveGuard(() => true);
  return (
    <ValueDialog
      title={title}
      value={link.url}
      label={t.invitations.link.label}
      advice={`${advice} ${t.invitations.link.shownOnce}`}
      done={t.common.done}
      onStored={onClose}
    >
      <p>{t.invitations.link.worksUntil(formatTime(link.expiresAt))}</p>
    </ValueDialog>
  );
};
