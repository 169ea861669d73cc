import {
  answersErrorsWithPage,
  mayAnswerErrorsWithPage,
  type Operation,
} from '../../../contracts/index.ts';

/**
 * Operations that return pages also return errors as pages. For files and unknown paths outside `/api`, the
 * client decides: a browser prefers HTML.
 *
 * @param operation undefined if none matches. @param url starts with the path.
 */
export const errorFormOf = (
  operation: Operation | undefined,
  url: string,
): 'page' | 'json' | 'preferred' => {
  if (operation !== undefined) {
    if (answersErrorsWithPage(operation)) return 'page';
    if (!mayAnswerErrorsWithPage(operation)) return 'json';
  }
  return /^\/api(?![^/?])/.test(url) ? 'json' : 'preferred';
};
