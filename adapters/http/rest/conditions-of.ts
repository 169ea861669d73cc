import { invalid, type RequestedCondition } from '../../../core/index.ts';
import { queryLimits } from '../../../core/vocabulary.ts';

/** `[data.price][gte]`: names have no brackets. */
const conditionName = /^\[([^[\]]+)\]\[([^[\]]+)\]$/;

/** Generated clients send the whole name in brackets, as that of any member of an object: `[[data.price][gte]]`. */
const nameInBrackets = /^\[(\[.*\])\]$/;

/** @param where what follows `where` in the names of parameters, with their values. */
export const conditionsOf = (
  where: Readonly<Record<string, string>>,
): readonly RequestedCondition[] =>
  Object.entries(where)
    // One more than allowed, which the core reports.
    .slice(0, queryLimits.conditions + 1)
    .map(([name, value]) => {
      const [, field, operator] = conditionName.exec(nameInBrackets.exec(name)?.[1] ?? name) ?? [];
      if (field === undefined || operator === undefined) {
        const message = 'must have the form where[field][operator]=value';
        throw invalid('invalid_input', [{ path: 'where', message }]);
      }
      return { field, operator, value };
    });
