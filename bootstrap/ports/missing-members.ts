import type { PortName } from './port-factories.ts';
import { portMembers, repositories, type MemberKind } from './port-members.ts';

/** The members that a result of a factory lacks, such as `commit` or `repositories.users`. */
export const missingMembers = (name: PortName, port: object): readonly string[] => {
  const missing = lacking(port, portMembers[name].members);
  const health = memberOf(port, 'health');
  const hasProbe = health === undefined || isMethod(memberOf(health, 'ping'));
  const isStore = name === 'store' && !missing.includes('repositories');
  return [
    ...missing,
    ...(hasProbe ? [] : ['health.ping']),
    ...(isStore
      ? lacking(memberOf(port, 'repositories'), repositories).map((each) => `repositories.${each}`)
      : []),
  ];
};

const lacking = (holder: unknown, shape: Readonly<Record<string, MemberKind>>): readonly string[] =>
  Object.entries(shape).flatMap(([name, kind]) => {
    return isOfKind[kind](memberOf(holder, name)) ? [] : [name];
  });

const memberOf = (holder: unknown, name: string): unknown =>
  isObject(holder) ? Reflect.get(holder, name) : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isMethod = (value: unknown): boolean => typeof value === 'function';

const isOfKind: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  method: isMethod,
  object: isObject,
  text: (value) => typeof value === 'string',
};
