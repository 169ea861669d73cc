import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { messageOf } from '../../../api/client.ts';
import { showToast } from '../../../components/show-toast.ts';
import { useWrittenLanguage } from '../../../components/inputs/written-language.ts';
import { onAltStored } from '../../../media/alt-texts.ts';
import { altIn } from '../../../media/file-texts.ts';
import { mayEditFile } from '../../../media/media-rights.ts';
import { pickMedia } from '../../../media/pick-media.ts';
import { replacePart } from './placeholders.ts';
import type { TextSyntax } from './syntax.ts';
import { insert } from './text-edit.ts';
import { createTextUploads } from './text-uploads.ts';
import type { Surface } from './use-surface.ts';

/** The files of a text: those that are chosen for it or uploaded into it, and the images among them without a description. */
export const useTextFiles = (
  syntax: TextSyntax,
  { edit, editBeside }: Pick<Surface, 'edit' | 'editBeside'>,
) => {
  const { lang } = useWrittenLanguage();
  const language = useRef(lang);
  language.current = lang;
  const [undescribed, setUndescribed] = useState<readonly MediaFileDto[]>([]);

  const forget = (id: string): void =>
    setUndescribed((files) => files.filter((file) => file.id !== id));

  const describe = (file: MediaFileDto): void => {
    if (
      file.mimeType.startsWith('image/') &&
      altIn(file, language.current) === '' &&
      mayEditFile(file)
    ) {
      setUndescribed((files) => [...files.filter(({ id }) => id !== file.id), file]);
    }
  };

  const uploads = useMemo(
    () => createTextUploads({ syntax, edit, editBeside, onStored: describe }),
    [],
  );

  useEffect(
    () =>
      onAltStored((file) => {
        const { id, url } = file;
        const alt = altIn(file, language.current);
        forget(id);
        void editBeside((selected) =>
          replacePart(selected, syntax.imageText('', url), syntax.imageText(alt, url)),
        );
      }),
    [],
  );

  const choose = async (type: 'image' | undefined): Promise<void> => {
    try {
      const chosen = await pickMedia({ type, locale: language.current });
      if (chosen === undefined) return;
      // The text gets the description in its own language.
      const file = { ...chosen, alt: altIn(chosen, language.current) };
      const isImage = file.mimeType.startsWith('image/');
      edit(isImage ? syntax.insertBlock(syntax.fileBlock(file)) : insert(syntax.fileText(file)));
      describe(chosen);
    } catch (error) {
      showToast({ text: messageOf(error), kind: 'failed' });
    }
  };

  return {
    uploads,
    undescribed,
    forget,
    chooseImage: () => void choose('image'),
    chooseFile: () => void choose(undefined),
  };
};
