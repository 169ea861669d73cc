import { expect } from 'vitest';
import { isDomainError, type Cms, type UserActor } from '../../../core/index.ts';
import type { Store } from '../../../core/store.ts';
import type { Collection } from '../../../core/vocabulary.ts';
import type { CoreWorld } from '../core/core-world.ts';
import { expectDetails, expectEvents, expectItems, storedItems } from './compare-with-model.ts';
import { applyCommand } from './model-commands.ts';
import type { Outcome } from './model-rules.ts';
import { newModel, type Model, type ModelUser } from './model.ts';
import { performCommand, performOnce, type Performed } from './perform-command.ts';
import { commandOf, type Command, type Names, type Step } from './random-commands.ts';

/** Where a sequence of actions happens. */
export interface SequenceScene {
  readonly cms: Cms;
  readonly store: Store;
  readonly users: readonly UserActor[];
  readonly names: Names;
  /** The time of the store. */
  readonly start: number;
  /** Lets time pass until then, and makes each planned change at its time. */
  readonly elapseTo: (time: number) => Promise<void>;
  /** The time that the store has at a time of the model. */
  readonly storeTime: (at: number) => number;
}

/** Users of all roles, the first of them an editor; some have another role in one of the two collections. */
export const usersOf = async (
  person: CoreWorld['person'],
  [first, second]: readonly [Collection, Collection],
): Promise<readonly UserActor[]> => {
  const editor = await person('editor');
  return [
    // Most steps succeed.
    ...Array.from({ length: 5 }, () => editor),
    await person('author'),
    await person('author'),
    await person('viewer', [{ collectionId: first.id, role: 'editor' }]),
    await person('editor', [{ collectionId: second.id, role: 'author' }]),
    await person('admin'),
    await person('viewer'),
  ];
};

/** What a step did, for those who look at more. */
export interface Taken {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly model: Model;
  /** How many events it stored. */
  readonly newEvents: number;
}

/** What may change what readers see. */
const publishes = (command: Command): boolean =>
  ['create', 'save', 'merge', 'restore', 'publish copy', 'elapse'].includes(command.kind) ||
  (command.kind === 'bulk' && ['publish', 'move'].includes(command.action));

const modelUser = ({ userId, role, grants: [grant] }: UserActor): ModelUser => ({
  id: userId,
  role,
  ...(grant !== undefined && { grant: { collection: grant.collectionId, role: grant.role } }),
});

/** All that readers can see, by the id of the item. */
const publishedStates = async (store: Store): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await storedItems(store))
      .filter(({ status }) => status === 'published')
      .map(({ id, title, slug, collectionId, data }) => [
        id,
        JSON.stringify([title, slug, collectionId, data]),
      ]),
  );

/**
 * Takes the steps, each in the store and in the model, and compares the two after each of them.
 *
 * @param onStep is called after each step.
 * @param textOf the text that a step writes, which no other step may write.
 */
export const takeSteps = async (
  scene: SequenceScene,
  steps: readonly Step[],
  onStep: (taken: Taken) => Promise<void> = async () => undefined,
  textOf: (step: number) => string = (step) => `text-${step}`,
): Promise<Model> => {
  const { cms, store, names, storeTime } = scene;
  const model = newModel(scene.start);
  const seen = new Set<string>();
  let published = await publishedStates(store);
  for (const [n, step] of steps.entries()) {
    const events = model.events.length;
    const actor = scene.users[step.user % scene.users.length]!;
    const command = commandOf(step, model, names, textOf(n));
    const at = `step ${n}: ${JSON.stringify(command)} by ${actor.role}`;
    const perform = (): Promise<Performed> => {
      if (!step.isKeyed) return performCommand(cms, actor, command, storeTime);
      return performOnce(cms, actor, command, storeTime, `key-${n}`);
    };
    let performed: Performed = { outcome: undefined };
    if (command.kind === 'elapse') await scene.elapseTo(model.now() + command.ms);
    else performed = await outcomeOf(perform);
    const { outcome, id } = performed;
    const expected = applyCommand(model, modelUser(actor), command, names.collections, id);
    expect(outcome, at).toEqual(expected);

    const now = await publishedStates(store);
    const isChanged = [...now].some(([each, state]) => published.get(each) !== state);
    if (isChanged) expect(publishes(command), `${at} published something`).toBe(true);
    published = now;
    await within(at, async () => {
      await expectItems(store, model, await storedItems(store));
      for (const each of model.items.keys()) seen.add(each);
      const ids = 'id' in command ? [command.id] : 'ids' in command ? command.ids : seen;
      for (const each of ids) await expectDetails(store, model, each, storeTime);
    });
    await onStep({ command, outcome, model, newEvents: model.events.length - events });
  }
  await within('the end', async () => {
    await expectEvents(store, model);
    for (const each of seen) await expectDetails(store, model, each, storeTime);
  });
  return model;
};

const outcomeOf = async (work: () => Promise<Performed>): Promise<Performed> => {
  try {
    return await work();
  } catch (error) {
    if (isDomainError(error)) return { outcome: error.code };
    throw error;
  }
};

/** Says where a comparison failed. */
const within = async (at: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) error.message = `After ${at}: ${error.message}`;
    throw error;
  }
};

/** Restores every item and every revision: each has the state that the model knows. */
export const restoreEverything = async (
  { cms, store }: SequenceScene,
  model: Model,
  editor: UserActor,
): Promise<number> => {
  let restored = 0;
  for (const { id, history, isTrashed } of model.items.values()) {
    if (isTrashed) await cms.trash.restore(editor, id, { slug: `back-${id}` });
    const before = await store.repositories.contents.findById(id);
    for (const { version, state } of history) {
      const { title, slug, data } = state;
      const holder = await store.repositories.contents.findBySlug(slug as never);
      // Another item has the slug now.
      const isTaken = holder !== undefined && holder.id !== id;
      const work = cms.history.restore(editor, id, { version });
      if (isTaken) await expect(work).rejects.toMatchObject({ code: 'slug_taken' });
      else {
        expect(await work).toMatchObject({
          title,
          slug,
          data: JSON.stringify(data),
          status: before?.status,
          collectionId: before?.collectionId,
        });
        restored += 1;
      }
    }
  }
  return restored;
};
