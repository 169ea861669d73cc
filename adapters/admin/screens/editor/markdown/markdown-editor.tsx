import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AltChip, Chips, PastedChip } from './chips.tsx';
import {
  isSource,
  largestFormatted,
  LoadFormatted,
  switchSource,
  useFormatted,
} from './formatted/choose-surface.ts';
import { insertions } from './formatted/insertions.ts';
import { linkedItems } from './item-links.ts';
import { linkAt } from './link-edit.ts';
import { LinkedItems } from './linked-items.tsx';
import { insertMarkdown } from './paste/paste.ts';
import { replacePart } from './placeholders.ts';
import { MarkdownPreview } from './preview/markdown-preview.tsx';
import { usePreview } from './preview/use-preview.ts';
import { insert, type TextEdit } from './text-edit.ts';
import { TextLength } from './text-length.tsx';
import { FormatToolbar } from './toolbar/format-toolbar.tsx';
import { TextDialogs, type Asked } from './toolbar/text-dialogs.tsx';
import { useAlone } from './use-alone.ts';
import { useSurface } from './use-surface.ts';
import { useTextFiles } from './use-text-files.ts';
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
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isComposing = useRef(false);
  const [asked, setAsked] = useState<Asked>();
  const [pasted, setPasted] = useState<Pasted>();
  const openMenu = useRef<() => void>(undefined);
  const isLarge = useMemo(() => text.length > largestFormatted, []);
  const isFormattable = useContext(LoadFormatted) !== undefined && !isLarge;
  const wantsSource = isSource.value || !isFormattable;
  const formatted = useFormatted(!wantsSource, () => isComposing.current);
  const Formatted = wantsSource ? undefined : formatted?.FormattedText;
  const writer = useSurface(() => isComposing.current);
  const { surface, edit } = writer;
  const files = useTextFiles(writer);
  const linked = useMemo(() => linkedItems(text), [text]);
  const preview = usePreview({ area: writer.area, box, frame });
  const isCovered = preview.mode === 'instead';
  const { isAlone, toggleAlone } = useAlone(frame);

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
    const selected = surface()?.selected();
    const replacement = selected && replacePart(selected, markdown, plain, selected.start);
    if (replacement !== undefined) surface()?.apply(replacement);
  };

  /** Closes the dialog and applies what it was asked for. */
  const answer = (make: TextEdit): void => {
    setAsked(undefined);
    void writer.editBeside(make).then(() => surface()?.element.focus());
  };

  const askForLink = (): void => {
    const selected = surface()?.selected();
    setAsked({ kind: 'link', current: selected && linkAt(selected)?.address });
  };

  const latest = useRef({ isReadOnly, pasteFormatted });
  useLayoutEffect(() => {
    latest.current = { isReadOnly, pasteFormatted };
  });
  const events = useMemo(
    () =>
      writingEvents(surface, {
        isReadOnly: () => latest.current.isReadOnly,
        onLink: askForLink,
        onFiles: files.uploads.start,
        onFormatted: (html, plain) => void latest.current.pasteFormatted(html, plain),
      }),
    [],
  );
  const entries = useMemo(
    () =>
      insertions({
        edit,
        onImage: files.chooseImage,
        onFile: files.chooseFile,
        onLink: askForLink,
        onEmbed: () => setAsked({ kind: 'embed' }),
      }),
    [],
  );

  const switchSurface = (): void => {
    if (preview.mode !== 'off') preview.toggle();
    writer.keepCaret();
    switchSource();
  };

  const writing: WritingProps = {
    control,
    label,
    text,
    placeholders: files.uploads.placeholders,
    isReadOnly,
    events,
    onText,
    onSurface: writer.take,
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
        surface={surface}
        isReadOnly={isReadOnly}
        isSource={wantsSource}
        isPreview={preview.mode !== 'off'}
        isAlone={isAlone}
        isCovered={isCovered}
        onEdit={edit}
        onLink={askForLink}
        onImage={files.chooseImage}
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
          linked={linked}
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
        {files.undescribed.map((file) => (
          <AltChip key={file.id} file={file} onClose={() => files.forget(file.id)} />
        ))}
      </Chips>
      <LinkedItems ids={linked} />
      <TextLength text={text} />
      {asked !== undefined && (
        <TextDialogs asked={asked} onAnswer={answer} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
};
