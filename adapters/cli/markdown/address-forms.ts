/** An address without the notation of its system. */
export interface PlainAddress {
  /** May have a query and a fragment. */
  readonly path: string;
  /**
   * How it is looked up: as a path, by its name anywhere in the folder, or as a document whose
   * extension and folder can be missing.
   */
  readonly lookup: 'path' | 'name' | 'document';
}

/** `[[pool.png]]` and `![[pool.png|300]]`; in a table, the bar has a backslash. */
const wikiLink = /^!?\[\[([^[\]|]+?)\\?(?:\|[^[\]]*)?\]\]$/;

/** `{{< ref "a.md" >}}` of Hugo, `{% link a.md %}` and `{% post_url a %}` of Jekyll. */
const documentTag =
  /^\{(?:\{[<%]-?\s*(?:rel)?ref|%-?\s*(?:link|post_url))\s+(?:path\s*=\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))[^{}]*\}/;

/** `{{ "/img/a.png" | relative_url }}`. */
const literal = /\{\{-?\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*(?:\|[^{}]*)?\}\}/g;

/** `{{ site.baseurl }}/img/a.png`: values that only the site knows. */
const leadingVariables = /^(?:\{\{[^{}]*\}\})+\/?(?=.)/;

/** Names for the root of the site: of Docusaurus, Zola, Vite and Nuxt. */
const rootAlias = /^(?:pathname:\/\/|@site(?=\/)|~?@(?=\/)|~(?=\/))/;

/** @returns undefined for an address that only the system of the site can compute. */
export const readAddress = (address: string): PlainAddress | undefined => {
  const [, wiki] = wikiLink.exec(address) ?? [];
  if (wiki !== undefined) return { path: wiki, lookup: 'name' };
  if (!/[{@~]|^pathname:/.test(address)) return { path: address, lookup: 'path' };
  const [, ...targets] = documentTag.exec(address) ?? [];
  const target = targets.find((each) => each !== undefined);
  if (target !== undefined) return { path: target, lookup: 'document' };
  const path = address
    .replace(literal, (_, double?: string, single?: string) => double ?? single ?? '')
    .replace(leadingVariables, '/')
    .replace(rootAlias, '');
  return /\{[{%]/.test(path) ? undefined : { path, lookup: 'path' };
};
