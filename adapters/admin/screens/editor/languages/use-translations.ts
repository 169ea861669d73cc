import { useComputed } from '@preact/signals';
import type { TranslationDto } from '../../../../../contracts/schemas/translation-schemas.ts';
import { api } from '../../../api/client.ts';
import { useResource, type Resource } from '../../../api/resource.ts';
import type { Editing } from '../model/editing.ts';

/** The item in each language of the service, in their order; without any for an item without a language. */
export type Translations = Resource<readonly TranslationDto[]>;

/** Reads them again after each write of the item. */
export const useTranslations = (editing: Editing): Translations => {
  const read = useComputed(() => {
    const stored = editing.stored.value;
    return stored?.item.locale === undefined ? undefined : `${stored.item.id} ${stored.etag}`;
  });
  return useResource(async () => {
    const [id] = read.value?.split(' ') ?? [];
    return id === undefined ? [] : (await api.listTranslations({ params: { id } })).body.data;
  });
};

/** The item itself among its translations. */
export const ownIn = (
  translations: readonly TranslationDto[] | undefined,
  { stored }: Editing,
): TranslationDto | undefined => translations?.find(({ id }) => id === stored.value?.item.id);

/** Whether an item has translations. */
export const hasSiblings = (translations: readonly TranslationDto[] | undefined): boolean =>
  (translations ?? []).filter(({ id }) => id !== undefined).length > 1;
