import { styleOf } from './pasted-styles.ts';

/** Elements whose meaning plain text loses. */
export const structure =
  'h1,h2,h3,h4,h5,h6,strong,b,em,i,del,s,sup,sub,a,ul,ol,table,code,pre,blockquote,img,hr';

/** Whether the fragment comes from an editor of code: lines of coloured words in one preformatted box. */
const isSourceCode = (root: HTMLElement): boolean => {
  const box = [...root.querySelectorAll('pre,div')].find(
    (each) => each.nodeName === 'PRE' || styleOf(each, 'white-space').startsWith('pre'),
  );
  if (box === undefined || root.textContent.trim() !== box.textContent.trim()) return false;
  return box.nodeName === 'PRE'
    ? box.querySelector('code') === null
    : /mono|courier|consolas|menlo/i.test(styleOf(box, 'font-family'));
};

/** Whether a cleaned fragment says more than its plain text: it has formatting or several paragraphs, and is no source code. */
export const isWorthPasting = (root: HTMLElement): boolean =>
  !isSourceCode(root) &&
  (root.querySelector(structure) !== null || root.querySelectorAll('p').length > 1);
