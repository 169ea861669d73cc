import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AltChip, Chips, PastedChip } from './chips.tsx';
import {
  isSource,
  largestFormatted,
  LoadText,
  switchSource,
  useFormatted,
} from './formatted/choose-surface.ts';
import { insertions } from './formatted/insertions.ts';
import { linkedItems } from './item-links.ts';
import { LinkedItems } from './linked-items.tsx';
import { replacePart } from './placeholders.ts';
import { TextPreview } from './preview/text-preview.tsx';
import { usePreview } from './preview/use-preview.ts';
import type { TextSyntax } from './syntax.ts';
import { insert, type TextEdit } from './text-edit.ts';
import { TextLength } from './text-length.tsx';
import { FormatToolbar } from './toolbar/format-toolbar.tsx';
import { TextDialogs, type Asked } from './toolbar/text-dialogs.tsx';
import { useAlone } from './use-alone.ts';
import { useSurface } from './use-surface.ts';
import { useTextFiles } from './use-text-files.ts';
import { WritingArea, type WritingProps } from './writing-area.tsx';
import { writingEvents } from './writing-events.ts';
import styles from './text-editor.module.css';

interface TextEditorProps extends Pick<
  WritingProps,
  'control' | 'label' | 'isReadOnly' | 'onText'
> {
  readonly syntax: TextSyntax;
  /** With LF only. */
  readonly text: string;
}

/** A formatted text that was pasted, and its plain text. */
interface Pasted {
  readonly source: string;
  readonly plain: string;
}

/**
 * A text as it will be read, or as its source with a preview. Both write the source itself, and every command is a
 * replacement in it that can be undone.
 */
export const TextEditor = ({
  syntax,
  control,
  label,
  text,
  isReadOnly,
  onText,
}: TextEditorProps) => {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isComposing = useRef(false);
  const [asked, setAsked] = useState<Asked>();
  const [pasted, setPasted] = useState<Pasted>();
  const openMenu = useRef<() => void>(undefined);
  const isLarge = useMemo(() => text.length > largestFormatted, []);
  const isFormattable = useContext(LoadText) !== undefined && !isLarge;
  const wantsSource = isSource.value || !isFormattable;
  const loaded = useFormatted(syntax.kind, !wantsSource, () => isComposing.current);
  const formatted = wantsSource ? undefined : loaded;
  const writer = useSurface(() => isComposing.current);
  const { surface, edit } = writer;
  const files = useTextFiles(syntax, writer);
  const linked = useMemo(() => linkedItems(text), [text]);
  const preview = usePreview({ area: writer.area, box, frame });
  const isCovered = preview.mode === 'instead';
  const { isAlone, toggleAlone } = useAlone(frame);

  const pasteFormatted = async (html: string, plain: string): Promise<void> => {
    // The plain text is there without the converter.
    const source = await syntax.convert(html, plain).catch(() => undefined);
    if (source === undefined || source === plain.trim()) {
      const isShown = surface()?.isSource === false;
      edit((isShown ? syntax.pastePlain : undefined)?.(plain) ?? insert(plain));
      return;
    }
    edit(syntax.insertPasted(source));
    setPasted({ source, plain });
  };

  const usePlainText = ({ source, plain }: Pasted): void => {
    setPasted(undefined);
    const selected = surface()?.selected();
    const replacement =
      selected && replacePart(selected, source, syntax.plainSource(plain, source), selected.start);
    if (replacement !== undefined) surface()?.apply(replacement);
  };

  /** Closes the dialog and applies what it was asked for. */
  const answer = (make: TextEdit): void => {
    setAsked(undefined);
    void writer.editBeside(make).then(() => surface()?.element.focus());
  };

  const askForLink = (): void => {
    const selected = surface()?.selected();
    setAsked({ kind: 'link', current: selected && syntax.linkAt(selected)?.address });
  };

  const latest = useRef({ isReadOnly, pasteFormatted });
  useLayoutEffect(() => {
    latest.current = { isReadOnly, pasteFormatted };
  });
  const events = useMemo(
    () =>
      writingEvents(surface, {
        syntax,
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
        syntax,
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
    placeholders: { all: files.uploads.placeholders, gap: syntax.gap },
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
        syntax={syntax}
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
        onMenu={formatted === undefined ? undefined : () => openMenu.current?.()}
        onSource={isFormattable ? switchSurface : undefined}
        onPreview={preview.toggle}
        onAlone={toggleAlone}
      />
      {formatted === undefined ? (
        <WritingArea {...writing} isCovered={isCovered} />
      ) : (
        <formatted.FormattedText
          {...writing}
          syntax={formatted.syntax}
          entries={entries}
          linked={linked}
          onMenu={(open) => {
            openMenu.current = open;
          }}
        />
      )}
      {preview.mode !== 'off' && (
        <TextPreview
          syntax={syntax}
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
            key={pasted.source}
            onPlainText={() => usePlainText(pasted)}
            onClose={() => setPasted(undefined)}
          />
        )}
        {files.undescribed.map((file) => (
          <AltChip key={file.id} file={file} onClose={() => files.forget(file.id)} />
        ))}
      </Chips>
      <LinkedItems ids={linked} />
      <TextLength text={text} syntax={syntax} />
      {asked !== undefined && (
        <TextDialogs
          syntax={syntax}
          asked={asked}
          onAnswer={answer}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
};
