import { Type } from 'typebox';
import { exactCountMax } from '../../core/vocabulary.ts';
import { titled } from './schema.ts';

export const boundedCountSchema = titled('BoundedCount', {
  count: Type.Integer({ description: `At most ${exactCountMax}.` }),
  isLowerBound: Type.Boolean({ description: 'Whether there can be more than `count`.' }),
});
