import { isIP } from 'node:net';

export interface AddressFacts {
  /** Of the connection. */
  readonly socketAddress: string | undefined;
  /** The header `X-Forwarded-For`, its lines joined by commas. */
  readonly forwardedFor: string | undefined;
}

/**
 * The address that limits count: that of the connection, or the right-most hop beyond as many
 * proxies as are trusted. Each proxy appends whom it was called by, so what stands further left is
 * only what the client says of itself.
 */
export const clientAddress = (
  { socketAddress = '', forwardedFor = '' }: AddressFacts,
  trustedProxies: number,
): string => {
  if (trustedProxies === 0) return socketAddress;
  const hops = [...forwardedFor.split(',').flatMap(parseHop), socketAddress];
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? socketAddress;
};

/** The address of a hop, which some proxies write with its port. */
const parseHop = (text: string): readonly string[] => {
  const hop = text.trim();
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  const address = bracketed ?? plain ?? hop;
  return isIP(address) === 0 ? [] : [address];
};
