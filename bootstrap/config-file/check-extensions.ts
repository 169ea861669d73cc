import { hookedOperations, pluginNames } from '../../core/vocabulary.ts';
import { portNames } from '../ports/port-members.ts';

const members = ['hooks', 'onEvent', 'ports'];

/** Yields the mistakes in the exports of a configuration file, one sentence each. */
export function* mistakesInExtensions(exported: unknown): Generator<string> {
  if (!isObject(exported) || exported['default'] === undefined) {
    yield 'there is no default export. Write: export default defineConfig({ hooks: [ … ] })';
    return;
  }
  const config = exported['default'];
  if (!isPlainObject(config)) {
    yield 'the default export must be an object with hooks, onEvent or ports';
    return;
  }
  for (const name of Object.keys(config)) {
    if (!members.includes(name)) {
      yield `the default export has an unknown member '${name}'. The members are ${members.join(', ')}`;
    }
  }
  const { hooks = [], onEvent, ports = {} } = config;
  if (onEvent !== undefined && typeof onEvent !== 'function') yield 'onEvent must be a function';
  yield* mistakesInPorts(ports);
  if (!Array.isArray(hooks)) {
    yield 'hooks must be a list';
    return;
  }
  const names = new Set<unknown>();
  for (const [index, hook] of (hooks as readonly unknown[]).entries()) {
    yield* mistakesInHook(hook, `hooks[${index}]`);
    const name = isObject(hook) ? hook['name'] : undefined;
    if (typeof name === 'string' && names.has(name)) {
      yield `hooks[${index}].name: another hook is named '${name}' too`;
    }
    names.add(name);
  }
}

/** Yields the mistakes in factories of ports, one sentence each. */
export function* mistakesInPorts(ports: unknown): Generator<string> {
  if (!isPlainObject(ports)) {
    yield `ports must be an object with factories: ${portNames.join(', ')}`;
    return;
  }
  for (const [name, factory] of Object.entries(ports)) {
    if (name === 'keyValue') {
      yield 'ports.keyValue is called ports.sharedCache now';
    } else if (!(portNames as readonly string[]).includes(name)) {
      yield `ports.${name} cannot be replaced. The ports are ${portNames.join(', ')}`;
    } else if (factory !== undefined && typeof factory !== 'function') {
      yield `ports.${name} must be a function that returns the port`;
    }
  }
}

function* mistakesInHook(hook: unknown, place: string): Generator<string> {
  if (!isObject(hook)) {
    yield `${place} must be an object with name, operations and decide`;
    return;
  }
  const { name, operations, decide } = hook;
  if (typeof name !== 'string' || !/^\S(?:.{0,98}\S)?$/u.test(name)) {
    yield `${place}.name must be a text of 1 to 100 characters in one line, without spaces around it`;
  } else if (pluginNames.includes(name)) {
    yield `${place}.name: '${name}' is the name of a plugin`;
  }
  if (typeof decide !== 'function') yield `${place}.decide must be a function`;
  if (!Array.isArray(operations) || operations.length === 0) {
    yield `${place}.operations must be a list of at least one operation`;
    return;
  }
  for (const operation of operations as readonly unknown[]) {
    if (!(hookedOperations as readonly unknown[]).includes(operation)) {
      yield `${place}.operations: '${String(operation)}' is not an operation. The operations are ${hookedOperations.join(', ')}`;
    }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Not a promise, a class or a list, which have no members of their own. */
const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};
