import { authorize } from '../../access/policy.ts';
import { pauses } from '../../limits/pauses.ts';
import type { Actor } from '../../model/actor.ts';
import type { ContentItem } from '../../model/content/content-item.ts';
import type { Matcher, PatternCompiler } from '../../ports/pattern-compiler.ts';
import type { Dependencies } from '../../ports/ports.ts';
import { issuesOf, notFound, type Issue } from '../../primitives/errors.ts';
import { decodeJson, type JsonObject } from '../../primitives/json.ts';
import { second } from '../../primitives/time.ts';
import { checkItemData } from '../data/check-data.ts';
import { countMissingFields, type MissingField } from '../data/missing-fields.ts';
import { parseSchema } from './parse-schema.ts';

/** What a schema would reject in the items of a collection. */
export interface SchemaCheck {
  /** How many items were checked, newest first. */
  readonly checked: number;
  /** How many of them the schema rejects. */
  readonly failing: number;
  /** Whether these are all items of the collection. */
  readonly isComplete: boolean;
  /**
   * The fields that the schema requires and the present one does not, and that drafts lack: these drafts
   * do not fail, but cannot be published.
   */
  readonly missing: readonly MissingField[];
  /** The newest failing items, at most ten. */
  readonly examples: readonly FailingItem[];
}

export interface FailingItem extends Pick<ContentItem, 'id' | 'title'> {
  readonly issues: readonly Issue[];
}

export const schemaCheckLimits = { items: 10_000, ms: 10 * second, examples: 10 } as const;

/** Items per step, so that a step needs little memory. */
const stepLimit = 100;

type CheckDependencies = Pick<
  Dependencies,
  'contents' | 'collections' | 'patterns' | 'clock' | 'timer'
>;

interface VisitLimits {
  readonly items: number;
  readonly ms: number;
}

/** Visits the items of a collection, newest first. @returns whether these were all, or a limit was reached. */
export const visitItems = async (
  { contents, clock, timer }: Pick<Dependencies, 'contents' | 'clock' | 'timer'>,
  collectionId: string,
  limits: VisitLimits,
  visit: (item: ContentItem) => void,
): Promise<boolean> => {
  const startedAt = clock.now();
  const pause = pauses({ clock, timer });
  let visited = 0;
  let last: ContentItem | undefined;
  for (;;) {
    const items = await contents.listOfCollectionAfter(collectionId, last, stepLimit);
    if (items.length === 0) return true;
    for (const item of items) {
      // The clock may have been set back.
      const elapsedMs = Math.abs(clock.now() - startedAt);
      if (visited === limits.items || elapsedMs >= limits.ms) return false;
      visit(item);
      visited += 1;
      await pause();
    }
    last = items.at(-1);
  }
};

export const checkSchema =
  (dependencies: CheckDependencies) =>
  async (actor: Actor, name: string, rawSchema: JsonObject): Promise<SchemaCheck> => {
    authorize(actor, 'administer');
    const { collections } = dependencies;
    const patterns = compilingOnce(dependencies.patterns);
    const schema = parseSchema(rawSchema, patterns);
    const collection = await collections.findByName(name);
    if (collection === undefined) throw notFound('Collection');
    const examples: FailingItem[] = [];
    const missing = countMissingFields(schema, collection.schema);
    let checked = 0;
    let failing = 0;
    const visit = (item: ContentItem): void => {
      const data = decodeJson(item.data);
      const issues = issuesOf(() => checkItemData(patterns, { schema }, data, item.status));
      if (item.status === 'draft') missing.add(data);
      checked += 1;
      if (issues.length === 0) return;
      failing += 1;
      const { id, title } = item;
      if (examples.length < schemaCheckLimits.examples) examples.push({ id, title, issues });
    };
    const isComplete = await visitItems(dependencies, collection.id, schemaCheckLimits, visit);
    return { checked, failing, isComplete, missing: missing.list(), examples };
  };

/** A check compiles the patterns of its schema, which can take milliseconds each. */
export const compilingOnce = (patterns: PatternCompiler): PatternCompiler => {
  const compiled = new Map<string, Matcher | undefined>();
  return {
    compile: (pattern) => {
      if (!compiled.has(pattern)) compiled.set(pattern, patterns.compile(pattern));
      return compiled.get(pattern);
    },
  };
};
