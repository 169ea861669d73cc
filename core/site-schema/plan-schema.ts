import { authorize } from '../access/policy.ts';
import { schemaCheckLimits } from '../collections/schema/check-schema.ts';
import type { Actor } from '../model/actor.ts';
import type { PlannedChange, SchemaPlan } from '../model/site/site-schema.ts';
import type { Dependencies } from '../ports/ports.ts';
import { isSameText } from './changed-fields.ts';
import { declaredSchema, type DeclaredSchema } from './declared-schema.ts';
import { judgeCollection, judgeDeletion, type JudgeDependencies } from './judge-collections.ts';
import { judgeLocales } from './judge-locales.ts';
import { blocked, safe } from './judged-change.ts';
import { storedState, type StoredState } from './read-schema.ts';
import type { SchemaFile } from './schema-file.ts';

type PlanDependencies = JudgeDependencies & Pick<Dependencies, 'collections' | 'digest' | 'search'>;

export const planSchema =
  (dependencies: PlanDependencies) =>
  async (actor: Actor, file: SchemaFile): Promise<SchemaPlan> => {
    authorize(actor, 'administer');
    const state = await dependencies.store.consistently(storedState);
    const declared = await declaredSchema(dependencies, file, state);
    const changes = await judgedChanges(dependencies, declared, state);
    const { before, after } = declared;
    const text = JSON.stringify([before, after, changes.map(comparable)]);
    return { digest: await dependencies.digest.sha256(text), changes };
  };

/** What a clock decided is left out. */
const comparable = ({ path, change, effect, code, items, isLowerBound }: PlannedChange) => [
  path,
  change,
  effect,
  code,
  isLowerBound === true ? undefined : items,
];

const judgedChanges = async (
  dependencies: PlanDependencies,
  declared: DeclaredSchema,
  { collections }: StoredState,
): Promise<readonly PlannedChange[]> => {
  const { before, after, unknownPlugins } = declared;
  const until = dependencies.clock.now() + schemaCheckLimits.ms;
  const stored = new Map(collections.map((each) => [each.name, each]));
  const changes: PlannedChange[] = [...(await judgeLocales(dependencies, declared))];
  for (const each of declared.collections) {
    const known = each.before && stored.get(each.before.name);
    changes.push(...(await judgeCollection(dependencies, each, known, until)));
  }
  for (const { name } of declared.removed) {
    const known = stored.get(name);
    if (known !== undefined) changes.push(await judgeDeletion(dependencies, known));
  }
  const updated = (group: string, one: object, other: object): readonly PlannedChange[] => {
    const values = new Map(Object.entries(one));
    return Object.entries(other).flatMap(([name, value]) =>
      isSameText(values.get(name), value) ? [] : [safe(`${group}.${name}`, 'update')],
    );
  };
  return [
    ...changes,
    ...updated('settings', before.settings, after.settings),
    ...updated('plugins', before.plugins, after.plugins),
    ...unknownPlugins.map((name) => blocked(`plugins.${name}`, 'update', 'not_found')),
  ];
};
