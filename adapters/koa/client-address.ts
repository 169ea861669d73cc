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
 * only what the client says of itself. A hop that is no address keeps its place, since otherwise the
 * count would reach what the client says; the nearest address to its right stands for it.
 */
export const clientAddress = (
  { socketAddress = '', forwardedFor = '' }: AddressFacts,
  trustedProxies: number,
): string => {
  if (trustedProxies === 0) return socketAddress;
  const hops = forwardedFor.split(',');
  const trusted = hops.slice(Math.max(0, hops.length - trustedProxies));
  return trusted.map(parseHop).find((address) => address !== undefined) ?? socketAddress;
};

/** The address of a hop, which some proxies write with its port. */
const parseHop = (text: string): string | undefined => {
  const hop = text.trim();
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  const address = bracketed ?? plain ?? hop;
  return isIP(address) === 0 ? undefined : address;
};
