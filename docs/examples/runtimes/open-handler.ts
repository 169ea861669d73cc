import {
  createFetchHandler,
  type ClientOf,
  type FetchHandler,
} from 'quoin/adapters/fetch/fetch-handler';
import { FileTypeMediaInspector } from 'quoin/adapters/file-type/file-type-media-inspector';
import type { Ports } from 'quoin/core';
import { portableCms } from 'quoin/portable';

/** The settings, from the variables of the platform. */
export type Env = Readonly<
  Partial<Record<'PUBLIC_URL' | 'JWT_SECRET' | 'CSRF_SECRET', string | undefined>>
>;

/**
 * The REST API of a core in memory. A store and a blob store of your platform belong into `ports`.
 *
 * @param clientOf the address of a client, by which rate limits count, from what the platform knows of the connection.
 */
export const openHandler = async <Connection>(
  env: Env,
  clientOf: ClientOf<Connection>,
  replaced?: Partial<Ports>,
): Promise<FetchHandler<Connection>> => {
  const publicUrl = required(env, 'PUBLIC_URL');
  const shared = { mediaBaseUrl: `${publicUrl}/files`, uploadMaxBytes: 10 * 1024 * 1024 };
  const { cms, ports } = await portableCms({
    ...shared,
    secret: required(env, 'JWT_SECRET'),
    ports: { mediaInspector: new FileTypeMediaInspector(), ...replaced },
  });
  return createFetchHandler(cms, {
    ...shared,
    publicUrl,
    csrfSecret: required(env, 'CSRF_SECRET'),
    clientOf,
    clock: ports.clock,
    log: ports.log,
  });
};

const required = (env: Env, name: keyof Env): string => {
  const value = env[name];
  if (value === undefined) throw new Error(`The variable ${name} is missing`);
  return value;
};
