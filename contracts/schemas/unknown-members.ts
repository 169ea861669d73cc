import type { TSchema } from 'typebox';
import { documentationOf } from './schema.ts';

/** A member that a schema does not have. */
export interface UnknownMember {
  /** Names and indexes from the outside in. */
  readonly path: readonly string[];
  /** The members that the schema has in its place. */
  readonly known: readonly string[];
}

/** The path of a value, as a linked list from the value up. */
interface Place {
  readonly key: string;
  readonly parent: Place | undefined;
}

/**
 * Finds the members of a value that its schema does not have, at any depth, the outermost first.
 * Objects may have any member if their schema has no `properties`, or has `additionalProperties`. Compares names
 * only: a value of another type has no unknown members.
 *
 * A schema that is documented more precisely than it is validated counts as documented.
 */
export function* unknownMembers(schema: TSchema, value: unknown): Generator<UnknownMember> {
  const titled = new Map<string, Schema>();
  const open: (readonly [TSchema, unknown, Place | undefined])[] = [[schema, value, undefined]];
  // A loop over a growing list, because recursion would overflow the stack.
  for (const [each, inner, parent] of open) {
    if (typeof inner !== 'object' || inner === null) continue;
    const documented: Schema = documentationOf(each);
    const { $ref, title } = documented;
    // A schema refers to one around it, by the title that it has in the OpenAPI document.
    const { items, properties, additionalProperties } = merged(
      titled.get($ref?.split('/').at(-1) ?? '') ?? documented,
    );
    if (title !== undefined) titled.set(title, documented);
    for (const [key, member] of Object.entries(inner)) {
      const place = { key, parent };
      const known = Array.isArray(inner) ? items : ownValue(properties, key);
      const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
      const next = known ?? other;
      if (next !== undefined) open.push([next, member, place]);
      else if (!Array.isArray(inner) && properties && additionalProperties !== true) {
        yield { path: pathOf(place), known: Object.keys(properties) };
      }
    }
  }
}

/** A member that one alternative has is known in all of them. */
const merged = (schema: Schema): Schema => {
  const { oneOf: alternatives } = schema;
  if (alternatives === undefined) return schema;
  const members = alternatives.flatMap(({ properties = {} }) => Object.entries(properties));
  return { properties: Object.fromEntries(members) };
};

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly title?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
}

const ownValue = <T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;

const pathOf = (place: Place): readonly string[] => {
  const keys: string[] = [];
  for (let each: Place | undefined = place; each !== undefined; each = each.parent) {
    keys.push(each.key);
  }
  return keys.reverse();
};
