import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { canRetry, messageOf } from '../../../api/client.ts';
import { uploadFile } from '../../../api/upload.ts';
import { showToast } from '../../../components/show-toast.ts';
import { kindOf } from '../../../media/media-facts.ts';
import { libraryChanged } from '../../../media/media-page.ts';
import { mayUpload } from '../../../media/media-rights.ts';
import { imageText, linkText } from './links.ts';
import { replacePart } from './placeholders.ts';
import {
  insert,
  insertBlock,
  type Replacement,
  type Selected,
  type TextEdit,
} from './text-edit.ts';

type EditBeside = (edit: (selected: Selected) => Replacement | undefined) => Promise<void>;

interface TextUploadsOptions {
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

/** The text that links a stored file, or shows it if it is an image. */
const textOf = (file: MediaFileDto): string =>
  kindOf(file) === 'image' ? imageText(file.alt, file.url) : linkText(file.originalName, file.url);

/** Uploads files into a text: a placeholder stands there until the file is stored. */
export const createTextUploads = ({
  edit,
  editBeside,
  onStored,
}: TextUploadsOptions): TextUploads => {
  const placeholders = new Set<string>();

  const placeholderFor = (file: File): string => {
    const name = file.name.replace(/[[\]()\\\r\n]/g, '');
    for (let number = 1; ; number += 1) {
      const text = `${isImage(file) ? '!' : ''}[Uploading ${name}${number === 1 ? '' : ` ${number}`}…]()`;
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
        (by === '' ? replacePart(selected, `\n\n${placeholder}`, '') : undefined) ??
        replacePart(selected, placeholder, by);
      isThere = found !== undefined;
      return found;
    });
    return isThere;
  };

  const upload = async (file: File, placeholder: string): Promise<void> => {
    const { signal } = new AbortController();
    try {
      const stored = await inTurn(() =>
        uploadFile(file, { folder: undefined, signal, onProgress: () => undefined }),
      );
      libraryChanged();
      if (await replace(placeholder, textOf(stored))) onStored(stored);
      else showToast({ text: `${file.name} is in the media library. It is in no text.` });
    } catch (error) {
      await replace(placeholder, '');
      showToast({
        kind: 'failed',
        text: `${file.name} was not uploaded: ${messageOf(error)}`,
        ...(canRetry(error) && { action: { label: 'Retry', run: () => start([file]) } }),
      });
    }
  };

  const start = (files: readonly File[]): void => {
    if (files.length === 0) return;
    if (!mayUpload()) {
      showToast({
        kind: 'failed',
        text: 'Your role does not include uploading files. Authors, editors and administrators can.',
      });
      return;
    }
    const started = files.map((file) => [file, placeholderFor(file)] as const);
    const text = started.map(([, placeholder]) => placeholder).join('\n\n');
    const isInline = files.length === 1 && !files.some(isImage);
    edit(isInline ? insert(text) : insertBlock(text));
    for (const [file, placeholder] of started) void upload(file, placeholder);
  };

  return { placeholders, start };
};
