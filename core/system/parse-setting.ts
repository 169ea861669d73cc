import { isRole, roles, type Role } from '../model/actor.ts';
import type { SettingName, SettingValues, Setting } from '../model/site/settings-table.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';

/** A value as the contract validates it: of the right type. */
type Raw = SettingValues[SettingName];

/**
 * @param name of the setting, which errors name.
 * @returns the value to store.
 * @throws DomainError `invalid_input` for a value that the setting does not accept; `invalid_text`.
 */
export const parseSetting = async (
  { search }: Pick<Dependencies, 'search'>,
  name: string,
  setting: Setting,
  value: Raw,
): Promise<Raw> => {
  switch (setting.kind) {
    case 'text':
      return parseText(name, String(value), { min: 1, max: setting.maxLength });
    case 'count':
      return parseCount(name, Number(value), setting);
    case 'roles':
      return parseRoles(name, value);
    case 'time_zone':
      return parseTimeZone(name, String(value));
    case 'search_language':
      return oneOf(name, String(value), await search.languages());
    case 'flag':
    case 'choice':
      return value;
  }
};

const oneOf = (path: string, value: string, offered: readonly string[]): string => {
  if (offered.includes(value)) return value;
  throw invalid('invalid_input', [{ path, message: `must be one of: ${offered.join(', ')}` }]);
};

const parseCount = (
  path: string,
  value: number,
  { min, max }: Extract<Setting, { readonly kind: 'count' }>,
): number => {
  if (Number.isSafeInteger(value) && value >= min && value <= (max ?? value)) return value;
  const range = max === undefined ? `from ${min}` : `from ${min} to ${max}`;
  throw invalid('invalid_input', [{ path, message: `must be a whole number ${range}` }]);
};

/** @returns them in ascending order of rights. */
const parseRoles = (path: string, value: Raw): readonly Role[] => {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  if (Array.isArray(value) && given.every(isRole) && new Set(given).size === given.length) {
    return roles.filter((role) => given.includes(role));
  }
  const message = `must be a list of different roles: ${roles.join(', ')}`;
  throw invalid('invalid_input', [{ path, message }]);
};

/** Letters first: a runtime may also accept differences from UTC, such as `+01:00`, which have no summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** @returns the name in its usual case. */
const parseTimeZone = (path: string, name: string): string => {
  const known = zoneName.test(name) ? knownZone(name) : undefined;
  if (known === undefined) {
    const message = 'must be the name of a time zone, such as Europe/Berlin or UTC';
    throw invalid('invalid_input', [{ path, message }]);
  }
  // The runtime may return an older name of the same zone.
  return known.toLowerCase() === name.toLowerCase() ? known : name;
};

const knownZone = (timeZone: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};
