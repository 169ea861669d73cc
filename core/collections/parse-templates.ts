import { dataLimits, titleMaxLength } from '../model/content/content-item.ts';
import type { CollectionSchema } from '../model/field.ts';
import { itemTemplateLimits, type ItemTemplate } from '../model/item-template.ts';
import { invalid, issuesOf, rejectAll, type Issue } from '../primitives/errors.ts';
import { encodeBounded } from '../primitives/json.ts';
import { isLongerThan, parseText } from '../primitives/text.ts';

/**
 * Trims names and titles. An empty title counts as none.
 *
 * @returns undefined for an empty list. @throws DomainError `invalid_input` with all mistakes.
 */
export const parseItemTemplates = (
  raw: readonly ItemTemplate[],
): readonly ItemTemplate[] | undefined => {
  const { count, bytes } = itemTemplateLimits;
  if (raw.length > count) throw mistake(`must be at most ${count} templates`);
  rejectAll('invalid_input', mistakesIn(raw));
  const templates = raw.map(({ name, title = '', data }) => ({
    name: name.trim(),
    ...(title.trim() !== '' && { title: title.trim() }),
    data,
  }));
  if (isLongerThan(JSON.stringify(templates), bytes)) {
    throw mistake(`must be at most ${bytes} bytes of JSON`);
  }
  return templates.length === 0 ? undefined : templates;
};

const mistake = (message: string) => invalid('invalid_input', [{ path: 'templates', message }]);

const dataRules = { bytes: itemTemplateLimits.bytes, depth: dataLimits.depth };

function* mistakesIn(templates: readonly ItemTemplate[]): Generator<Issue> {
  const names = new Set<string>();
  for (const [index, { name, title = '', data }] of templates.entries()) {
    const path = `templates.${index}`;
    const bounds = { min: 1, max: itemTemplateLimits.name };
    yield* issuesOf(() => parseText(`${path}.name`, name, bounds));
    if (names.has(name.trim())) {
      yield { path: `${path}.name`, message: 'must be the name of no other template' };
    }
    names.add(name.trim());
    yield* issuesOf(() => parseText(`${path}.title`, title, { max: titleMaxLength }));
    yield* issuesOf(() => encodeBounded(data, `${path}.data`, dataRules));
  }
}

interface Templated {
  readonly templates?: readonly ItemTemplate[] | undefined;
  readonly schema: CollectionSchema;
}

/** @throws DomainError `invalid_input` for templates of a collection with values for what is no field of its schema. */
export const assertTemplatesFit = ({ templates = [], schema }: Templated): void =>
  rejectAll(
    'invalid_input',
    templates.flatMap(({ data }, index) =>
      Object.keys(data)
        .filter((key) => !Object.hasOwn(schema.properties, key))
        .map((key) => ({
          path: `templates.${index}.data.${key}`,
          message: 'must be a field of the collection',
        })),
    ),
  );

/** The templates of a collection without the values of fields that its schema does not have any more. */
export const fitTemplates = ({ templates, schema }: Templated): Pick<Templated, 'templates'> =>
  templates === undefined
    ? {}
    : {
        templates: templates.map((template) => ({
          ...template,
          data: Object.fromEntries(
            Object.entries(template.data).filter(([key]) => Object.hasOwn(schema.properties, key)),
          ),
        })),
      };
