const cookieName = 'csrf_token';

/** The token in the cookie that the service set with the page. Empty without a session. */
export const csrfToken = (): string =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) ?? '';

/** The page sets the cookie again: another tab may have ended the session and begun a new one. */
export const renewCsrfToken = async (): Promise<void> => {
  await fetch('/admin', { redirect: 'manual' });
};
