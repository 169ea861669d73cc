import type { ContentRepository, Ports } from '../../core/index.ts';

/** The port with some methods replaced. */
export const altered = <T extends object>(port: T, changes: Partial<T>): T =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(name in changes ? changes : target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

/** A content repository with some reads of encoded items replaced. */
export const alteredEncoded = (
  contents: ContentRepository,
  alter: (intact: ContentRepository['encoded']) => Partial<ContentRepository['encoded']>,
): ContentRepository =>
  altered(contents, { encoded: altered(contents.encoded, alter(contents.encoded)) });

/** Ports with a changed content repository, for reads and for the writes of single items. */
export const alteredContents = (
  { contents, unitOfWork }: Pick<Ports, 'contents' | 'unitOfWork'>,
  alter: (intact: ContentRepository) => Partial<ContentRepository>,
): Pick<Ports, 'contents' | 'unitOfWork'> => ({
  contents: altered(contents, alter(contents)),
  unitOfWork: altered(unitOfWork, {
    single: (permit, work) =>
      unitOfWork.single(permit, (inside) =>
        work({ ...inside, contents: altered(inside.contents, alter(inside.contents)) }),
      ),
  }),
});
