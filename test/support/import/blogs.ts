import { onePixel } from '../write-files.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A blog of Jekyll: dates in file names, YAML, two posts with one slug, a redirect. */
export const jekyllBlog: Files = {
  '_posts/2020-01-02-hello.md':
    '---\ntitle: Hello, world\nlayout: post\ncategories: [news, sea]\nimage: /assets/pool.png\n---\nFirst.\n',
  '_posts/2021-03-04-tides.md':
    '---\nlayout: post\ndate: 2021-03-05 10:00:00 +0100\npublished: true\n---\n# Tides\n\nHigh ![p](/assets/pool.png).\n',
  '_posts/2022-01-01-hello.md': '---\ntitle: Hello again\ncategories: []\n---\nAnother.\n',
  '_posts/2019-05-06-moved.md': '---\nredirect_to: /new-home/\n---\n',
  'about.md': '---\ntitle: About\nrating: 5\n---\nUs.\n',
  'assets/pool.png': onePixel,
  'README.md': 'How to build this site',
};

/** A blog of Zola: dates in `path`, TOML, pages of sections, a redirect by its template. */
export const zolaBlog: Files = {
  'content/_index.md': '+++\ntitle = "Blog"\nsort_by = "date"\n+++\n',
  'content/releases/_index.md': '+++\ntitle = "Releases"\n+++\nAll releases.\n',
  'content/Rust-1.88.0.md':
    '+++\npath = "2025/06/26/Rust-1.88.0"\ntitle = "Announcing Rust 1.88.0"\nauthors = ["The team"]\n[extra]\nteam = "Release"\nteam_url = "https://example.com/team"\n+++\nWe are happy.\n',
  'content/inside/Rust-1.88.0.md':
    '+++\npath = "inside/2025/06/27/Rust-1.88.0"\ntitle = "Inside Rust 1.88.0"\nauthors = ["Ada"]\ndraft = true\n+++\nNotes.\n',
  'content/old.md':
    '+++\ntitle = "Old"\ntemplate = "redirect.html"\n[extra]\nredirect_to = "/2025/06/26/Rust-1.88.0/"\n+++\n',
  'content/older.md':
    '<!doctype html>\n<html><head><title>Moved</title>\n<meta http-equiv="refresh" content="0; url=https://example.com/moved">\n</head><body><p>Click <a href="https://example.com/moved">here</a>.</p></body></html>\n',
};
