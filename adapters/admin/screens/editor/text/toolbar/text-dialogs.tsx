import type { TextSyntax } from '../syntax.ts';
import type { TextEdit } from '../text-edit.ts';
import { EmbedDialog } from './embed-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

/** What a dialog asks for: an address to embed, or of a link, which may be one that is changed. */
export type Asked =
  | { readonly kind: 'embed' }
  | { readonly kind: 'link'; readonly current: string | undefined };

interface TextDialogsProps {
  readonly syntax: TextSyntax;
  readonly asked: Asked;
  readonly onAnswer: (edit: TextEdit) => void;
  readonly onClose: () => void;
}

/** The dialog for what a command of a text needs to know. */
export const TextDialogs = ({ syntax, asked, onAnswer, onClose }: TextDialogsProps) =>
  asked.kind === 'embed' ? (
    <EmbedDialog
      onClose={onClose}
      onEmbed={(address) => onAnswer(syntax.insertBlock(syntax.embedBlock(address)))}
    />
  ) : (
    <LinkDialog
      current={asked.current}
      onClose={onClose}
      onLink={(address, name) => onAnswer(syntax.linkEdit(address, name))}
      onUnlink={() => onAnswer(syntax.unlinkEdit)}
    />
  );
