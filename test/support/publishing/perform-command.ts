import type { Cms, UseCases, UserActor } from '../../../core/index.ts';
import type { Outcome } from './model-rules.ts';
import type { Changes, Command } from './random-commands.ts';

/** What a command did. */
export interface Performed {
  readonly outcome: Outcome;
  /** The id of a new item. */
  readonly id?: string;
}

const updateOf = ({ title, slug, status, collection, data }: Changes) => ({
  ...(title !== undefined && { title }),
  ...(slug !== undefined && { slug }),
  ...(status !== undefined && { status }),
  ...(collection !== undefined && { collectionId: collection }),
  ...(data !== undefined && { data }),
});

const done: Performed = { outcome: undefined };

/**
 * Does what a command says, except letting time pass.
 *
 * @param storeTime converts a time of the model.
 * @throws DomainError
 */
export const performCommand = async (
  cms: Pick<UseCases, 'content' | 'history' | 'trash' | 'drafts' | 'schedule'>,
  actor: UserActor,
  command: Command,
  storeTime: (at: number) => number,
): Promise<Performed> => {
  switch (command.kind) {
    case 'create': {
      const { collection, ...state } = command.state;
      const { status } = command;
      const item = await cms.content.create(actor, { ...state, status, collectionId: collection });
      return { outcome: undefined, id: item.id };
    }
    case 'save': {
      const { id, isAutosave } = command;
      const changes = updateOf(command.changes);
      await cms.content.update(actor, id, changes, undefined, { isAutosave });
      return done;
    }
    case 'merge': {
      const { id, base: version } = command;
      const base = {
        version,
        isExpected: (item: { readonly version: number }) => item.version === version,
      };
      await cms.history.merge(actor, id, updateOf(command.changes), base);
      return done;
    }
    case 'delete':
      await cms.content.delete(actor, command.id);
      return done;
    case 'recover':
      await cms.trash.restore(actor, command.id, { slug: command.slug });
      return done;
    case 'purge':
      await cms.trash.delete(actor, command.id);
      return done;
    case 'empty trash':
      await cms.trash.empty(actor);
      return done;
    case 'restore':
      await cms.history.restore(actor, command.id, command);
      return done;
    case 'restore into copy':
      await cms.drafts.restore(actor, command.id, command);
      return done;
    case 'save copy':
      await cms.drafts.save(actor, command.id, updateOf(command.changes));
      return done;
    case 'discard copy':
      await cms.drafts.discard(actor, command.id);
      return done;
    case 'publish copy':
      await cms.drafts.publish(actor, command.id, { merge: command.side });
      return done;
    case 'plan': {
      const { id, publishAt, unpublishAt } = command;
      const at = (time: number | null | undefined) =>
        typeof time === 'number' ? storeTime(time) : time;
      const plan = { publishAt: at(publishAt), unpublishAt: at(unpublishAt) };
      await cms.schedule.plan(actor, id, plan);
      return done;
    }
    case 'remove plan':
      await cms.schedule.remove(actor, command.id);
      return done;
    case 'bulk': {
      const { collection: collectionId, ...bulk } = command;
      const { results } = await cms.content.bulk(actor, { ...bulk, collectionId });
      const codes = results.map((result) => {
        if (result.outcome === 'failed') return result.error.code;
        return result.outcome === 'not_done' ? 'not_done' : undefined;
      });
      return { outcome: codes };
    }
    case 'elapse':
      throw new Error('Time passes elsewhere');
  }
};

/** The same with a key. A repeat gets the stored result, and does nothing. */
export const performOnce = async (
  cms: Cms,
  actor: UserActor,
  command: Command,
  storeTime: (at: number) => number,
  key: string,
): Promise<Performed> => {
  const digest = JSON.stringify(command);
  const request = { key, digest, wholeDigest: async () => digest };
  const attempt = () =>
    cms.retries.answerOnce(actor, request, async ({ cms: inside, actor: caller }) => {
      const performed = await performCommand(inside, caller, command, storeTime);
      return { status: 200, headers: {}, body: JSON.stringify(performed) };
    });
  const first = await attempt();
  const second = await attempt();
  if (first.isReplayed || !second.isReplayed || second.answer.body !== first.answer.body) {
    throw new Error('The repeat of a request has another response');
  }
  const { outcome, id } = JSON.parse(first.answer.body) as {
    readonly outcome?: string | (string | null)[];
    readonly id?: string;
  };
  // JSON has no undefined.
  const codes = Array.isArray(outcome) ? outcome.map((code) => code ?? undefined) : outcome;
  return { outcome: codes as Outcome, ...(id !== undefined && { id }) };
};
