import type { ContentChange } from '../../../../core/store.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import type { Parameter, Place, Step } from './change-part.ts';

/** A statement whose values come from its subject. */
export interface Template<Subject = ContentChange> extends Statement {
  /** In the order of their placeholders. */
  readonly parameters: readonly Parameter<Subject>[];
}

/** The statement has a row for each item that it wrote. */
export const template = <Subject>(
  name: string,
  steps: readonly Step<Subject>[],
): Template<Subject> => {
  const write = (place: Place<Subject>): string =>
    `with ${steps.map(([each, text]) => `${each} as (${text(place)})`).join(', ')} select from item`;
  // Rendered twice, because the first time shows which values it takes.
  const used = new Set<Parameter<Subject>>();
  write((parameter) => {
    used.add(parameter);
    return '';
  });
  const parameters = [...used].toSorted(
    (left, right) => Number(left.isLarge ?? false) - Number(right.isLarge ?? false),
  );
  const text = write((each) => `$${parameters.indexOf(each) + 1}::${each.type}`);
  return { name, text, parameters };
};

/** A condition that always holds. It makes a step run after these. */
export const afterLocks = (locks: readonly (readonly [name: string, ...unknown[]])[]): string =>
  locks.map(([name]) => ` and (select count(*) from ${name}) >= 0`).join('');

/** @param leaving the ids of the items that the commit deletes. */
export const valuesOf = <Subject>(
  { parameters }: Template<Subject>,
  subject: Subject,
  leaving: readonly string[] = [],
): readonly Value[] => parameters.map(({ of }) => of(subject, leaving));

const templates = new Map<string, unknown>();

/** A template, rendered once for each name. Subjects of one kind have few names. */
export const rendered = <Subject>(
  name: string,
  steps: () => readonly Step<Subject>[],
): Template<Subject> => {
  const cached = templates.get(name);
  if (cached !== undefined) return cached as Template<Subject>;
  const made = template(name, steps());
  templates.set(name, made);
  return made;
};
