/** The logo as markup for pages: stones of a quoin, the corner of a wall. */
export const logo =
  '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">' +
  '<rect width="32" height="32" rx="8" fill="#2558c9"/>' +
  '<path fill="#fff" d="M7 7h11v5H7zM20 7h5v5h-5zM7 13.5h5v5H7zM14 13.5h11v5H14zM7 20h11v5H7zM20 20h5v5h-5z"/></svg>';

/** The logo as a file. */
export const favicon = logo.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
