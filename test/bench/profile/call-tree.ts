import type { CpuProfile, ProfileNode } from './inspector.ts';

/** A function, as called from its parent. Times are in milliseconds. */
export interface Call {
  readonly name: string;
  /** The file and the line, shortened; empty for parts of V8. */
  readonly place: string;
  readonly selfMs: number;
  /** With everything that it calls. */
  readonly totalMs: number;
  /** The most expensive first. */
  readonly calls: readonly Call[];
}

export const callTreeOf = ({ nodes, samples, timeDeltas }: CpuProfile): Call => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfMs = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    selfMs.set(id, (selfMs.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  }
  const callOf = (node: ProfileNode): Call => {
    const calls = (node.children ?? [])
      .flatMap((id) => byId.get(id) ?? [])
      .map(callOf)
      .toSorted((left, right) => right.totalMs - left.totalMs);
    const own = selfMs.get(node.id) ?? 0;
    return {
      name: node.callFrame.functionName || '(anonymous)',
      place: placeOf(node.callFrame),
      selfMs: own,
      totalMs: calls.reduce((sum, { totalMs }) => sum + totalMs, own),
      calls,
    };
  };
  const [root] = nodes;
  if (root === undefined) throw new Error('The profile is empty');
  return callOf(root);
};

const placeOf = ({ url, lineNumber }: ProfileNode['callFrame']): string => {
  if (url === '') return '';
  const path = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:.*?\/(?=(?:adapters|bootstrap|contracts|core|test)\/)/, '');
  return `${path}:${lineNumber + 1}`;
};

export interface FunctionTime {
  readonly name: string;
  readonly place: string;
  readonly selfMs: number;
}

/** V8 counts time in which nothing runs as these. */
const idle = new Set(['(idle)', '(program)', '(root)']);

/** All functions by the time in themselves, the most expensive first, and the time that they share. */
export const selfTimes = (
  root: Call,
): { readonly busyMs: number; readonly functions: readonly FunctionTime[] } => {
  const times = new Map<string, FunctionTime>();
  const visit = ({ name, place, selfMs, calls }: Call): void => {
    const key = `${name} ${place}`;
    times.set(key, { name, place, selfMs: selfMs + (times.get(key)?.selfMs ?? 0) });
    for (const call of calls) visit(call);
  };
  visit(root);
  const functions = [...times.values()]
    .filter(({ name }) => !idle.has(name))
    .toSorted((left, right) => right.selfMs - left.selfMs);
  return { busyMs: functions.reduce((sum, { selfMs }) => sum + selfMs, 0), functions };
};

/** The time of all functions of a package, of a layer of the service, or of Node. The most expensive first. */
export const timesByOwner = (
  functions: readonly FunctionTime[],
): readonly { readonly owner: string; readonly selfMs: number }[] => {
  const times = new Map<string, number>();
  for (const { place, selfMs } of functions) {
    const owner = ownerOf(place);
    times.set(owner, selfMs + (times.get(owner) ?? 0));
  }
  return [...times]
    .map(([owner, selfMs]) => ({ owner, selfMs }))
    .toSorted((left, right) => right.selfMs - left.selfMs);
};

const ownerOf = (place: string): string => {
  if (place === '') return 'V8 and the operating system';
  if (place.startsWith('node:')) return 'Node';
  const [first = '', second = ''] = place.split('/');
  return first.startsWith('@') || first === 'adapters' ? `${first}/${second}` : first;
};
