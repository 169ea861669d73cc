import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { canRetry, messageOf } from '../../../api/client.ts';
import { uploadFile } from '../../../api/upload.ts';
import { t } from '../../../catalogue/texts.ts';
import { showToast } from '../../../components/show-toast.ts';
import { libraryChanged } from '../../../media/media-page.ts';
import { mayUpload } from '../../../media/media-rights.ts';
import { replacePart } from './placeholders.ts';
import type { TextSyntax } from './syntax.ts';
import { insert, type Replacement, type Selected, type TextEdit } from './text-edit.ts';

type EditBeside = (edit: (selected: Selected) => Replacement | undefined) => Promise<void>;

interface TextUploadsOptions {
  readonly syntax: TextSyntax;
  /** Applies an edit at the caret. */
  readonly edit: (edit: TextEdit) => void;
  /** Applies an edit that the user does not wait for. */
  readonly editBeside: EditBeside;
  readonly onStored: (file: MediaFileDto) => void;
}

export interface TextUploads {
  /** What stands in the text for files that are not stored yet, also for earlier ones: undo brings them back. */
  readonly placeholders: ReadonlySet<string>;
  /** Uploads files to the place of the caret. */
  readonly start: (files: readonly File[]) => void;
}

const maxParallel = 3;
const waiting: (() => void)[] = [];
let running = 0;

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Runs at most three uploads at a time. */
const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
  if (running < maxParallel) running += 1;
  else {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    await turn.promise;
  }
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
    if (running === 0) removeEventListener('beforeunload', askBeforeLeaving);
  }
};

const isImage = ({ type }: File): boolean => type.startsWith('image/');

/** Uploads files into a text: a placeholder stands there until the file is stored. */
export const createTextUploads = ({
  syntax,
  edit,
  editBeside,
  onStored,
}: TextUploadsOptions): TextUploads => {
  const placeholders = new Set<string>();

  const placeholderFor = (file: File, isBlock: boolean): string => {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? file.name : `${file.name} ${number}`;
      const text = syntax.placeholder(name, { isImage: isImage(file), isBlock });
      if (placeholders.has(text)) continue;
      placeholders.add(text);
      return text;
    }
  };

  /** @returns whether the placeholder was there. */
  const replace = async (placeholder: string, by: string): Promise<boolean> => {
    let isThere = false;
    await editBeside((selected) => {
      const found =
        (by === '' ? replacePart(selected, syntax.gap + placeholder, '') : undefined) ??
        replacePart(selected, placeholder, by);
      isThere = found !== undefined;
      return found;
    });
    return isThere;
  };

  const upload = async (file: File, placeholder: string, isBlock: boolean): Promise<void> => {
    const { signal } = new AbortController();
    try {
      const stored = await inTurn(() =>
        uploadFile(file, { folder: undefined, signal, onProgress: () => undefined }),
      );
      libraryChanged();
      if (await replace(placeholder, isBlock ? syntax.fileBlock(stored) : syntax.fileText(stored)))
        onStored(stored);
      else showToast({ text: t.textEditor.uploads.inNoText(file.name) });
    } catch (error) {
      await replace(placeholder, '');
      showToast({
        kind: 'failed',
        text: t.textEditor.uploads.failed(file.name, messageOf(error)),
        ...(canRetry(error) && {
          action: { label: t.textEditor.uploads.retry, run: () => start([file]) },
        }),
      });
    }
  };

  const start = (files: readonly File[]): void => {
    if (files.length === 0) return;
    if (!mayUpload()) {
      showToast({
        kind: 'failed',
        text: t.textEditor.uploads.forbidden,
      });
      return;
    }
    const isBlock = files.length > 1 || files.some(isImage);
    const started = files.map((file) => [file, placeholderFor(file, isBlock)] as const);
    const text = started.map(([, placeholder]) => placeholder).join(syntax.gap);
    edit(isBlock ? syntax.insertBlock(text) : insert(text));
    for (const [file, placeholder] of started) void upload(file, placeholder, isBlock);
  };

  return { placeholders, start };
};
