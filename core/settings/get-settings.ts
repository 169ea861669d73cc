import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Ports } from '../ports/ports.ts';
import type { Settings } from './settings.ts';

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`. */
export const getSettings =
  ({ settings }: Pick<Ports, 'settings'>) =>
  async (actor: Actor): Promise<Settings> => {
    authorize(actor, 'administer');
    return settings.load();
  };
