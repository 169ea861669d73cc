/** The port with some members replaced. */
export const altered = <T extends object>(port: T, changes: Partial<T>): T =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(name in changes ? changes : target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
