import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { mayConnect, type AllowedReceivers } from './receiver-addresses.ts';

/** Resolves a name to all of its addresses. */
export type ResolveName = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: ResolveName = (name, done) => systemLookup(name, { all: true }, done);

/** The address is neither public nor allowed. */
export class ForbiddenAddress extends Error {}

/**
 * Connects to public and allowed addresses only, with the client of Node. It connects to the addresses that were checked: the
 * name is not looked up again in between. Each request has a connection of its own, without the proxy of the environment.
 */
export class CheckedConnections {
  readonly #allowed: AllowedReceivers;
  readonly #setting: string;
  readonly #resolve: ResolveName;

  /** @param setting what allows addresses, for messages. */
  constructor(allowed: AllowedReceivers, setting: string, resolve = resolveBySystem) {
    this.#allowed = allowed;
    this.#setting = setting;
    this.#resolve = resolve;
  }

  /** @returns why no connection to the address is possible, whatever its name resolves to. */
  refusalOf(url: URL): string | undefined {
    const host = hostOf(url);
    // Names of this machine, whatever they resolve to (RFC 6761).
    const addresses = /^(?:.+\.)?localhost\.?$/i.test(host) ? ['127.0.0.1', '::1'] : [host];
    const isRefused =
      !this.#isAllowedName(host) &&
      addresses.every((address) => isIP(address) !== 0 && !mayConnect(address, this.#allowed));
    return isRefused ? this.#forbidden(host).message : undefined;
  }

  /** Starts a request. @throws ForbiddenAddress, now or as the error of the request. */
  request(
    url: URL,
    options: Pick<http.RequestOptions, 'method' | 'headers' | 'signal'>,
  ): http.ClientRequest {
    const host = hostOf(url);
    // For an address, Node does not call the look-up.
    if (isIP(host) !== 0 && !mayConnect(host, this.#allowed)) throw this.#forbidden(host);
    const { request, Agent } = url.protocol === 'https:' ? https : http;
    return request(url, { ...options, agent: new Agent(), lookup: this.#lookup });
  }

  #forbidden(host: string): ForbiddenAddress {
    return new ForbiddenAddress(
      `${host} is not a public address, and ${this.#setting} does not allow it`,
    );
  }

  #isAllowedName(name: string): boolean {
    return this.#allowed.names.has(name.toLowerCase().replace(/\.$/, ''));
  }

  readonly #lookup: LookupFunction = (name, options, done) => {
    this.#resolve(name, (error, addresses) => {
      if (error !== null) return done(error, []);
      const isAllowed = this.#isAllowedName(name);
      const open = addresses.filter(
        ({ address }) => isAllowed || mayConnect(address, this.#allowed),
      );
      const [first] = open;
      if (first === undefined) return done(this.#forbidden(name), []);
      if (options.all === true) return done(null, open);
      done(null, first.address, first.family);
    });
  };
}

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Why a connection failed. Several addresses were tried if there are several errors. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};
