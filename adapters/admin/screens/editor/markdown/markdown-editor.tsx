import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { messageOf } from '../../../api/client.ts';
import type { ControlAttributes } from '../../../components/inputs/field.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { onAltStored } from '../../../media/alt-texts.ts';
import { mayEditFile } from '../../../media/media-rights.ts';
import { pickMedia } from '../../../media/pick-media.ts';
import { applyBeside, applyToArea, selectedIn } from './area-edit.ts';
import { AltChip, Chips, PastedChip } from './chips.tsx';
import { FormatToolbar } from './toolbar/format-toolbar.tsx';
import { LinkedItems } from './linked-items.tsx';
import { LinkDialog } from './toolbar/link-dialog.tsx';
import { linkEdit } from './link-edit.ts';
import { imageEdit, imageText } from './links.ts';
import { MarkdownPreview } from './preview/markdown-preview.tsx';
import { insertMarkdown } from './paste/paste.ts';
import { replacePart } from './placeholders.ts';
import type { Replacement, Selected, TextEdit } from './text-edit.ts';
import { createTextUploads } from './text-uploads.ts';
import { usePreview } from './preview/use-preview.ts';
import { insertText, WritingArea } from './writing-area.tsx';
import styles from './markdown-editor.module.css';

interface MarkdownEditorProps {
  readonly control: ControlAttributes;
  readonly label: string;
  /** With LF only. */
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
}

/** A formatted text that was pasted, and its plain text. */
interface Pasted {
  readonly markdown: string;
  readonly plain: string;
}

/** Markdown as its source, with a toolbar and a preview. Every command is a replacement that can be undone. */
export const MarkdownEditor = ({
  control,
  label,
  text,
  isReadOnly,
  onText,
}: MarkdownEditorProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isComposing = useRef(false);
  const [isLinking, setLinking] = useState(false);
  const [pasted, setPasted] = useState<Pasted>();
  const [undescribed, setUndescribed] = useState<readonly MediaFileDto[]>([]);
  const preview = usePreview({ area, box, frame });
  const isCovered = preview.mode === 'instead';

  const edit = (make: TextEdit): void => {
    if (area.current !== null) applyToArea(area.current, make(selectedIn(area.current)));
  };

  const editBeside = async (
    make: (selected: Selected) => Replacement | undefined,
  ): Promise<void> => {
    if (area.current !== null) await applyBeside(area.current, make, () => isComposing.current);
  };

  const describe = (file: MediaFileDto): void => {
    if (file.mimeType.startsWith('image/') && file.alt === '' && mayEditFile(file)) {
      setUndescribed((files) => [...files.filter(({ id }) => id !== file.id), file]);
    }
  };

  const uploads = useMemo(() => createTextUploads({ edit, editBeside, onStored: describe }), []);

  useEffect(
    () =>
      onAltStored(({ id, url, alt }) => {
        setUndescribed((files) => files.filter((file) => file.id !== id));
        void editBeside((selected) =>
          replacePart(selected, imageText('', url), imageText(alt, url)),
        );
      }),
    [],
  );

  const insertImage = async (): Promise<void> => {
    try {
      const file = await pickMedia({ type: 'image' });
      if (file === undefined) return;
      edit(imageEdit(file.alt, file.url));
      describe(file);
    } catch (error) {
      showToast({ text: messageOf(error), kind: 'failed' });
    }
  };

  const pasteFormatted = async (html: string, plain: string): Promise<void> => {
    const markdown = await import('./paste/html-to-markdown.ts').then(
      ({ htmlToMarkdown }) => htmlToMarkdown(html, plain),
      // The plain text is there without the converter.
      () => undefined,
    );
    if (area.current === null) return;
    if (markdown === undefined || markdown === plain.trim()) {
      insertText(area.current, plain);
      return;
    }
    edit(insertMarkdown(markdown));
    setPasted({ markdown, plain });
  };

  const usePlainText = ({ markdown, plain }: Pasted): void => {
    setPasted(undefined);
    if (area.current === null) return;
    const selected = selectedIn(area.current);
    const replacement = replacePart(selected, markdown, plain, selected.start);
    if (replacement !== undefined) applyToArea(area.current, replacement);
  };

  return (
    <div
      ref={frame}
      class={`${styles.frame} ${preview.mode === 'beside' ? styles.split : ''}`}
      data-beside={preview.mode === 'beside' ? true : undefined}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
      }}
    >
      <FormatToolbar
        label={label}
        area={area}
        isReadOnly={isReadOnly}
        isPreview={preview.mode !== 'off'}
        isCovered={isCovered}
        onEdit={edit}
        onLink={() => setLinking(true)}
        onImage={() => void insertImage()}
        onPreview={preview.toggle}
      />
      <WritingArea
        control={control}
        area={area}
        text={text}
        placeholders={uploads.placeholders}
        isReadOnly={isReadOnly}
        isCovered={isCovered}
        onText={onText}
        onLink={() => setLinking(true)}
        onFiles={uploads.start}
        onFormatted={(html, plain) => void pasteFormatted(html, plain)}
      />
      {preview.mode !== 'off' && (
        <MarkdownPreview
          source={text}
          label={label}
          box={box}
          isBeside={preview.mode === 'beside'}
          onShow={preview.onShow}
        />
      )}
      <Chips>
        {pasted !== undefined && (
          <PastedChip
            key={pasted.markdown}
            onPlainText={() => usePlainText(pasted)}
            onClose={() => setPasted(undefined)}
          />
        )}
        {undescribed.map((file) => (
          <AltChip
            key={file.id}
            file={file}
            onClose={() => setUndescribed((files) => files.filter(({ id }) => id !== file.id))}
          />
        ))}
      </Chips>
      <LinkedItems text={text} />
      {isLinking && (
        <LinkDialog
          onClose={() => setLinking(false)}
          onLink={(address, name) => {
            setLinking(false);
            void editBeside(linkEdit(address, name)).then(() => area.current?.focus());
          }}
        />
      )}
    </div>
  );
};
