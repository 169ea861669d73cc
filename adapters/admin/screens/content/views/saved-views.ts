import { maxLimit } from '../../../../../contracts/client/vocabulary.ts';
import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { api } from '../../../api/client.ts';
import { languageTag } from '../../../catalogue/language.ts';
import { account, isAdmin, may } from '../../../shell/session.ts';

/** What the list has in its URL. */
export type ViewQuery = SavedViewDto['query'];

export const isOwn = ({ owner }: SavedViewDto): boolean =>
  owner !== null && owner.id === account.value?.id;

/** Whether the user may share views, and change those that are shared. */
export const mayShareViews = (): boolean => may('edit');

export const mayChangeView = (view: SavedViewDto): boolean =>
  isOwn(view) ? !view.shared || mayShareViews() : view.shared && isAdmin.value;

export const mayDeleteView = (view: SavedViewDto): boolean =>
  isOwn(view) || (view.shared && isAdmin.value);

/** The views that the user sees, own ones first, by name. @throws ApiError, OfflineError. */
export const readViews = async (): Promise<readonly SavedViewDto[]> => {
  const views: SavedViewDto[] = [];
  for (let isLast = false; !isLast;) {
    const query = { limit: maxLimit, offset: views.length };
    const { data } = (await api.listViews({ query })).body;
    views.push(...data);
    isLast = data.length < maxLimit;
  }
  return views.toSorted(
    (one, other) =>
      Number(isOwn(other)) - Number(isOwn(one)) || one.name.localeCompare(other.name, languageTag),
  );
};

/** Another view of the same owner with this name: nobody can tell the two apart. */
export const namesake = (
  views: readonly SavedViewDto[],
  name: string,
  { id, owner }: Pick<SavedViewDto, 'owner'> & { readonly id?: string },
): SavedViewDto | undefined =>
  views.find(
    (view) =>
      view.id !== id &&
      view.owner?.id === owner?.id &&
      view.name.localeCompare(name, languageTag, { sensitivity: 'accent' }) === 0,
  );
