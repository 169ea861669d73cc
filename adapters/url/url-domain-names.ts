import type { DomainNames } from '../../core/index.ts';

/** Every host has `URL`, which converts the names of hosts (WHATWG URL, section 3.3). */
export class UrlDomainNames implements DomainNames {
  toAscii(name: string): string | undefined {
    return URL.parse(`http://${name}`)?.hostname;
  }
}
