import { expect, test } from 'vitest';
import { settingDefaults, settingRows } from '../../core/vocabulary.ts';

test('the settings have these defaults', () => {
  expect(settingDefaults).toMatchObject({
    siteName: 'Quoin',
    registrationEnabled: false,
    requireSecondFactor: [],
    secondFactorGraceDays: 7,
    publicContent: 'all',
    timeZone: 'UTC',
    historyMaxPerItem: 100,
    historyMaxDays: 0,
    trashDays: 30,
    changesDays: 30,
    searchLanguage: 'simple',
  });
});

test('changes of who sees what, and of the language of the search, have an effect', () => {
  const effects = settingRows.flatMap(([name, { effect }]) => (effect ? [[name, effect]] : []));
  expect(effects).toEqual([
    ['publicContent', 'visibility'],
    ['searchLanguage', 'search_index'],
  ]);
});

test.each(settingRows)('the texts of %s agree with what it accepts', (_, setting) => {
  expect(setting.label).toMatch(/^[A-Z][^.]*$/);
  expect(setting.description).toMatch(/^[A-Z0-9].*\.$/);
  if (setting.kind === 'text') {
    expect(setting.description).toContain(`1 to ${setting.maxLength} characters`);
  }
  if (setting.kind === 'count') {
    expect(setting.default).toBeGreaterThanOrEqual(setting.min);
    if (setting.max === undefined) return;
    expect(setting.description).toContain(
      `${setting.min} to ${setting.max}, default ${setting.default}`,
    );
  }
});
