import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import type { ScheduleDto } from '../../../contracts/operations/schedule.ts';
import { fieldSentence } from '../api/issues.ts';
import { placeLabel } from '../screens/editor/error-links.ts';

export type PlannedChange = ScheduleDto['changes'][number];

type Action = PlannedChange['action'];

/** The member of a schedule that an action belongs to. */
export const memberOf = (action: Action): 'publishAt' | 'unpublishAt' =>
  action === 'publish' ? 'publishAt' : 'unpublishAt';

/**
 * Why a change failed, for people: without the code, and with the name of the field.
 *
 * @param schema that names the fields; without it, they are named as the service names them.
 */
export const reasonOf = (
  { reason = '' }: Pick<PlannedChange, 'reason'>,
  schema: CollectionDto['schema'] | undefined,
): string => {
  const text = reason.replace(/^\w+: /, '');
  const [, path, message] = /^(data\.\S+) (.+?)\.?$/.exec(text) ?? [];
  if (path !== undefined && message !== undefined) {
    return fieldSentence(placeLabel(path, schema ?? { properties: {} }), message);
  }
  return /[.?!]$/.test(text) ? text : `${text}.`;
};
