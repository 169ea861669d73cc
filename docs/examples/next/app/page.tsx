import Link from 'next/link';
import { draftMode } from 'next/headers';
import { pathOf, readContent } from '../lib/quoin';

export default async function Page() {
  const { isEnabled } = await draftMode();
  const { items } = await readContent('blog-posts');
  return (
    <main>
      {isEnabled && (
        <p>
          This is a preview. <a href="/api/quoin">Leave it</a>
        </p>
      )}
      <h1>Posts</h1>
      <ul>
        {items.map((post) => (
          <li key={post.id}>
            <Link href={pathOf(post)}>{post.title}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
