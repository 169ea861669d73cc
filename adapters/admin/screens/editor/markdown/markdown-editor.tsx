import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { messageOf } from '../../../api/client.ts';
import { showToast } from '../../../components/show-toast.ts';
import { onAltStored } from '../../../media/alt-texts.ts';
import { mayEditFile } from '../../../media/media-rights.ts';
import { pickMedia } from '../../../media/pick-media.ts';
import { AltChip, Chips, PastedChip } from './chips.tsx';
import {
  isSource,
  largestFormatted,
  LoadFormatted,
  switchSource,
  useFormatted,
} from './formatted/choose-surface.ts';
import { insertions } from './formatted/insertions.ts';
import { FormatToolbar } from './toolbar/format-toolbar.tsx';
import { EmbedDialog } from './toolbar/embed-dialog.tsx';
import { LinkedItems } from './linked-items.tsx';
import { LinkDialog } from './toolbar/link-dialog.tsx';
import { linkAt, linkEdit, unlinkEdit } from './link-edit.ts';
import { imageEdit, imageText, linkText } from './links.ts';
import { MarkdownPreview } from './preview/markdown-preview.tsx';
import { insertMarkdown } from './paste/paste.ts';
import { replacePart } from './placeholders.ts';
import { applyBeside, applyEdit, type WritingSurface } from './surface.ts';
import {
  insert,
  insertBlock,
  type Replacement,
  type Selected,
  type TextEdit,
} from './text-edit.ts';
import { TextLength } from './text-length.tsx';
import { createTextUploads } from './text-uploads.ts';
import { useAlone } from './use-alone.ts';
import { usePreview } from './preview/use-preview.ts';
import { WritingArea, type WritingProps } from './writing-area.tsx';
import { writingEvents } from './writing-events.ts';
import styles from './markdown-editor.module.css';

interface MarkdownEditorProps extends Pick<
  WritingProps,
  'control' | 'label' | 'isReadOnly' | 'onText'
> {
  /** With LF only. */
  readonly text: string;
}

/** A formatted text that was pasted, and its plain text. */
interface Pasted {
  readonly markdown: string;
  readonly plain: string;
}

/** What a dialog asks for: an address to embed, or of a link, which may be one that is changed. */
type Asked =
  | { readonly kind: 'embed' }
  | { readonly kind: 'link'; readonly current: string | undefined };

/**
 * Markdown as it will be read, or as its source with a preview. Both write the source itself, and every command is a
 * replacement in it that can be undone.
 */
export const MarkdownEditor = ({
  control,
  label,
  text,
  isReadOnly,
  onText,
}: MarkdownEditorProps) => {
  const current = useRef<WritingSurface>(null);
  const kept = useRef<Omit<Selected, 'text'>>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isComposing = useRef(false);
  const [asked, setAsked] = useState<Asked>();
  const [pasted, setPasted] = useState<Pasted>();
  const [undescribed, setUndescribed] = useState<readonly MediaFileDto[]>([]);
  const openMenu = useRef<() => void>(undefined);
  const isLarge = useMemo(() => text.length > largestFormatted, []);
  const isFormattable = useContext(LoadFormatted) !== undefined && !isLarge;
  const wantsSource = isSource.value || !isFormattable;
  const formatted = useFormatted(!wantsSource, () => isComposing.current);
  const Formatted = wantsSource ? undefined : formatted?.FormattedText;
  const preview = usePreview({ area, box, frame });
  const isCovered = preview.mode === 'instead';
  const { isAlone, toggleAlone } = useAlone(frame);

  const edit = (make: TextEdit): void => {
    if (current.current !== null) applyEdit(current.current, make);
  };

  const editBeside = (make: (selected: Selected) => Replacement | undefined): Promise<void> =>
    applyBeside(
      () => current.current,
      make,
      () => isComposing.current,
    );

  /** The caret and the focus go from one way to write the text to the other. */
  const takeSurface = (surface: WritingSurface | null): void => {
    const before = current.current;
    if (surface === null && before !== null && document.activeElement === before.element) {
      kept.current = before.selected();
    }
    current.current = surface;
    area.current = surface?.element instanceof HTMLTextAreaElement ? surface.element : null;
    if (surface === null || kept.current === undefined) return;
    const { start, end } = kept.current;
    kept.current = undefined;
    surface.apply({ start, end: start, text: '', selection: [0, end - start] });
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

  /** @param type images only, or all files. */
  const pick = async (type: 'image' | undefined): Promise<void> => {
    try {
      const file = await pickMedia(type === undefined ? {} : { type });
      if (file === undefined) return;
      const isImage = file.mimeType.startsWith('image/');
      edit(isImage ? imageEdit(file.alt, file.url) : insert(linkText(file.originalName, file.url)));
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
    if (markdown === undefined || markdown === plain.trim()) {
      edit(insert(plain));
      return;
    }
    edit(insertMarkdown(markdown));
    setPasted({ markdown, plain });
  };

  const usePlainText = ({ markdown, plain }: Pasted): void => {
    setPasted(undefined);
    const surface = current.current;
    if (surface === null) return;
    const selected = surface.selected();
    const replacement = replacePart(selected, markdown, plain, selected.start);
    if (replacement !== undefined) surface.apply(replacement);
  };

  /** Closes the dialog and applies what it was asked for. */
  const answer = (make: TextEdit): void => {
    setAsked(undefined);
    void editBeside(make).then(() => current.current?.element.focus());
  };

  const askForLink = (): void => {
    const around = current.current === null ? undefined : linkAt(current.current.selected());
    setAsked({ kind: 'link', current: around?.address });
  };

  const latest = useRef({ isReadOnly, pasteFormatted });
  useLayoutEffect(() => {
    latest.current = { isReadOnly, pasteFormatted };
  });
  const events = useMemo(
    () =>
      writingEvents(() => current.current, {
        isReadOnly: () => latest.current.isReadOnly,
        onLink: askForLink,
        onFiles: uploads.start,
        onFormatted: (html, plain) => void latest.current.pasteFormatted(html, plain),
      }),
    [],
  );
  const entries = useMemo(
    () =>
      insertions({
        edit,
        onImage: () => void pick('image'),
        onFile: () => void pick(undefined),
        onLink: askForLink,
        onEmbed: () => setAsked({ kind: 'embed' }),
      }),
    [],
  );

  const switchSurface = (): void => {
    if (preview.mode !== 'off') preview.toggle();
    kept.current ??= current.current?.selected();
    switchSource();
  };

  const writing: WritingProps = {
    control,
    label,
    text,
    placeholders: uploads.placeholders,
    isReadOnly,
    events,
    onText,
    onSurface: takeSurface,
  };

  return (
    <div
      ref={frame}
      class={`${styles.frame} ${preview.mode === 'beside' ? styles.split : ''}`}
      data-beside={preview.mode === 'beside' ? true : undefined}
      data-alone={isAlone ? true : undefined}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
      }}
    >
      <FormatToolbar
        label={label}
        surface={() => current.current}
        isReadOnly={isReadOnly}
        isSource={wantsSource}
        isPreview={preview.mode !== 'off'}
        isAlone={isAlone}
        isCovered={isCovered}
        onEdit={edit}
        onLink={askForLink}
        onImage={() => void pick('image')}
        onMenu={Formatted === undefined ? undefined : () => openMenu.current?.()}
        onSource={isFormattable ? switchSurface : undefined}
        onPreview={preview.toggle}
        onAlone={toggleAlone}
      />
      {Formatted === undefined ? (
        <WritingArea {...writing} isCovered={isCovered} />
      ) : (
        <Formatted
          {...writing}
          entries={entries}
          onMenu={(open) => {
            openMenu.current = open;
          }}
        />
      )}
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
      <TextLength text={text} />
      {asked?.kind === 'link' && (
        <LinkDialog
          current={asked.current}
          onClose={() => setAsked(undefined)}
          onLink={(address, name) => answer(linkEdit(address, name))}
          onUnlink={() => answer(unlinkEdit)}
        />
      )}
      {asked?.kind === 'embed' && (
        <EmbedDialog
          onClose={() => setAsked(undefined)}
          onEmbed={(address) => answer(insertBlock(address))}
        />
      )}
    </div>
  );
};
