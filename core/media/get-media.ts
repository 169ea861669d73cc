import type { Actor } from '../access/actor.ts';
import { authorizeMediaRead } from './list-media.ts';
import { findReady } from './find-media.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

/** @throws DomainError `not_authenticated`, `forbidden`, `not_found`. */
export const getMedia =
  (ports: Pick<MediaPorts, 'media'>) =>
  async (actor: Actor, id: string): Promise<MediaFile> => {
    authorizeMediaRead(actor);
    return findReady(ports, id);
  };
