import { isIP } from 'node:net';

interface AddressSources {
  /** The peer of the connection. */
  readonly socketAddress: string | undefined;
  /** The header `X-Forwarded-For`; repeated headers joined by commas. */
  readonly forwardedFor: string | undefined;
}

/**
 * The client's address, by which rate limits count: the peer of the connection, or behind trusted
 * proxies the entry of `X-Forwarded-For` that the outermost of them appended. Each proxy appends the
 * address that called it; entries further left come from the client and can be forged. An entry that
 * is not an address still counts as a hop, and the next address to its right is used for it.
 */
export const clientAddress = (
  { socketAddress = '', forwardedFor = '' }: AddressSources,
  trustedProxies: number,
): string => {
  if (trustedProxies === 0) return socketAddress;
  const hops = forwardedFor.split(',');
  const trusted = hops.slice(Math.max(0, hops.length - trustedProxies));
  return trusted.map(parseHop).find((address) => address !== undefined) ?? socketAddress;
};

/** Some proxies append the port. */
const parseHop = (text: string): string | undefined => {
  const hop = text.trim();
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  const address = bracketed ?? plain ?? hop;
  return isIP(address) === 0 ? undefined : address;
};
