import type { Translation, TranslationWork } from '../../core/vocabulary.ts';
import type { TranslationDto, TranslationWorkDto } from '../schemas/translation-schemas.ts';

export const presentTranslation = ({
  locale,
  state,
  id,
  title,
  slug,
  status,
  updatedAt,
  source,
  changed,
}: Translation): TranslationDto => ({
  locale,
  ...(state !== undefined && { state }),
  ...(id !== undefined && { id }),
  ...(title !== undefined && { title }),
  ...(slug !== undefined && { slug }),
  ...(status !== undefined && { status }),
  ...(updatedAt !== undefined && { updated_at: updatedAt }),
  ...(source !== undefined && { source }),
  ...(changed !== undefined && { changed }),
});

export const presentTranslationWork = ({
  groupId,
  locale,
  state,
  collectionId,
  id,
  title,
  source,
}: TranslationWork): TranslationWorkDto => ({
  group: groupId,
  locale,
  state,
  collectionId,
  ...(id !== undefined && { id }),
  title,
  source,
});
