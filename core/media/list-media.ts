import type { Actor } from '../access/actor.ts';
import { DomainError } from '../errors.ts';
import { parsePage, type PageRequest } from '../paging.ts';
import { parseFolder, type MediaFile, type MediaKind } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

export interface ListMedia extends PageRequest {
  readonly folder?: string | undefined;
  readonly type?: MediaKind | undefined;
}

/** Newest first. @throws DomainError `not_authenticated`, `forbidden`, `invalid_input`, `invalid_folder`. */
export const listMedia =
  ({ media }: Pick<MediaPorts, 'media'>) =>
  async (actor: Actor, { folder, type, ...page }: ListMedia): Promise<readonly MediaFile[]> => {
    authorizeMediaRead(actor);
    return media.list({
      ...parsePage(page),
      ...(folder !== undefined && { folder: parseFolder(folder) }),
      ...(type !== undefined && { kind: type }),
    });
  };

/** Every user may look at the media library; strangers and API tokens may not. */
export const authorizeMediaRead = (actor: Actor): void => {
  if (actor.kind === 'anonymous') {
    throw new DomainError('not_authenticated', 'Authentication required');
  }
  if (actor.kind === 'token') {
    throw new DomainError('forbidden', 'Access denied: API tokens cannot read the media library');
  }
};
