const webAddress = /(?:https?:\/\/|www\.)[^\s<]*[*_~`[\]\\&][^\s<]*/i;

/** Makes links of addresses with marks in them, which a backslash would change. */
export const linkAddresses = (root: Element): void => {
  const document = root.ownerDocument;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) found.push(texts.currentNode as Text);
  for (let text of found) {
    if (text.parentElement?.closest('a,pre,code') !== null) continue;
    for (
      let match = webAddress.exec(text.data);
      match !== null;
      match = webAddress.exec(text.data)
    ) {
      const address = text.splitText(match.index);
      const rest = address.splitText(match[0].length);
      const link = document.createElement('a');
      link.href = match[0]
        .replace(/^www\./i, 'http://$&')
        .replace(/[[\]()\\`*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
      link.append(address.data);
      address.replaceWith(link);
      text = rest;
    }
  }
};

/** Stands for a `!`, which would make an image of the link behind it. */
export const beforeLink = '\ue000';

export const escapeBeforeLinks = (root: Element): void => {
  for (const link of root.querySelectorAll('a')) {
    const before = link.previousSibling;
    if (before?.nodeType !== Node.TEXT_NODE) continue;
    before.nodeValue = before.nodeValue?.replace(/!$/, beforeLink) ?? null;
  }
};
