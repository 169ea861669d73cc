/** Where the service says that its files are; see `adapters/koa/pages/admin-files.ts`. */
export const mediaBase = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=media-base]')?.content ?? '/files';

/**
 * The absolute URL of an image that the admin may request because somebody stored it in an item: a file of this
 * service, or an https URL of another host. Undefined for all other texts: another path of this service could
 * change something.
 *
 * @param page the URL of the page.
 * @param base the URL at which files of this service are, without a slash at the end.
 */
export const imageUrl = (
  text: string,
  page = location.href,
  base = mediaBase(),
): string | undefined => {
  if (!URL.canParse(text, page)) return undefined;
  const { href, protocol, host } = new URL(text, page);
  const isFile = ['/files', base].some((each) => href.startsWith(`${new URL(each, page).href}/`));
  const isElsewhere = protocol === 'https:' && host !== new URL(page).host;
  return isFile || isElsewhere ? href : undefined;
};
