import { describe, expect, test } from 'vitest';
import {
  areLines,
  areShort,
  endEntry,
  fitChips,
  listOf,
  takeBack,
  typedOf,
  typeText,
  type Typed,
} from '../../../adapters/admin/screens/editor/fields/line-chips.ts';

const none: Typed = { chips: [], draft: '' };

describe('a list of short texts', () => {
  test('each separator ends an entry, and what is typed after it is part of the list', () => {
    const typed = typeText(none, 'coast, tide pools,,  limp');
    expect(typed).toEqual({ chips: ['coast', 'tide pools'], draft: 'limp' });
    expect(listOf(typed)).toEqual(['coast', 'tide pools', 'limp']);
    expect(endEntry({ ...typed, draft: 'limpets ' })).toEqual({
      chips: ['coast', 'tide pools', 'limpets'],
      draft: '',
    });
    expect(typeText(none, 'بحر، ماء\nموج').chips).toEqual(['بحر', 'ماء']);
    expect(endEntry(none)).toEqual(none);
    expect(listOf(typeText({ chips: ['coast'], draft: '' }, ' '))).toEqual(['coast']);
    expect(endEntry(typeText(none, ' sea '))).toEqual({ chips: ['sea'], draft: '' });
  });

  test('the last entry is taken back before what is being typed', () => {
    expect(takeBack({ chips: ['coast', 'lim'], draft: 'pets' })).toEqual({
      chips: ['coast'],
      draft: 'limpets',
    });
  });

  test('what something else has changed meanwhile is not being typed any more', () => {
    expect(typedOf(['coast', 'lim'], 'lim')).toEqual({ chips: ['coast'], draft: 'lim' });
    expect(typedOf(['coast'], 'lim')).toEqual({ chips: ['coast'], draft: '' });
  });

  test('entries that are long, have a comma or several lines get lines of their own', () => {
    expect(areLines({ type: 'array', items: { type: 'string' } })).toBe(true);
    expect(areLines({ type: 'array', items: { type: 'string', enum: ['a'] } })).toBe(false);
    expect(areLines({ type: 'array', items: { type: 'textarea' } })).toBe(false);
    expect(areLines({ type: 'array' })).toBe(false);
    expect(areShort(['coast'])).toBe(true);
    expect(areShort(['Mix flour, sugar'])).toBe(false);
    expect(areShort(['x'.repeat(61)])).toBe(false);
    expect([['a'], ['a', 1], [''], ['a\nb']].map(fitChips)).toEqual([true, false, false, false]);
  });
});
