import { DomainError, notFound } from '../../core/index.ts';
import type { OperationRoute } from '../http/operation-routes.ts';

export interface FoundRoute<R> {
  readonly route: R;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** @throws DomainError `not_found` for an unknown path. */
export type FindRoute<R> = (method: string, path: string) => FoundRoute<R> | OtherMethods;

/** A path that does not support the method. */
export interface OtherMethods {
  /** The value of `Allow`. */
  readonly allow: string;
}

/** Finds the route of a request. HEAD is routed like GET, except for an operation that changes something. */
export const routeFinder = <R extends Pick<OperationRoute, 'operation'>>(
  routes: readonly R[],
): FindRoute<R> => {
  const entries = routes.map((route) => {
    const { method, changes } = route.operation;
    const isRead = method === 'get' && changes !== true;
    return {
      route,
      pattern: patternOf(route.operation),
      methods: [method.toUpperCase(), ...(isRead ? ['HEAD'] : [])],
    };
  });
  return (method, path) => {
    const matching = entries.filter(({ pattern }) => pattern.test(path));
    const found = matching.find(({ methods }) => methods.includes(method));
    if (found !== undefined) {
      const { groups = {} } = found.pattern.exec(path) ?? {};
      const params = Object.entries(groups).map(([name, text]) => [name, decode(text)] as const);
      return { route: found.route, params: Object.fromEntries(params) };
    }
    if (matching.length === 0) throw notFound('Page');
    const methods = new Set(['OPTIONS', ...matching.flatMap((entry) => entry.methods)]);
    return { allow: [...methods].sort().join(', ') };
  };
};

/** Parameters are whole segments; the last one can match all that remain. */
const patternOf = ({ path, takesRest }: OperationRoute['operation']): RegExp => {
  const pattern = path
    .replace(/[.*+?^$|()[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}(?=(.*))/g, (_, name: string, rest: string) =>
      takesRest === true && rest === '' ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`,
    );
  return new RegExp(`^${pattern}$`);
};

/** Text that is not encoded correctly matches no record. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const methodNotAllowed = (method: string): DomainError =>
  new DomainError('method_not_allowed', `${method} is not allowed here`);
