import Link from 'next/link';
import { draftMode } from 'next/headers';
import { listItems } from '../lib/quoin';

export default async function Page() {
  const { isEnabled } = await draftMode();
  const posts = await listItems('blog-posts');
  return (
    <main>
      {isEnabled && (
        <p>
          This is a preview. <a href="/api/quoin">Leave it</a>
        </p>
      )}
      <h1>Posts</h1>
      <ul>
        {posts.map(({ id, slug, title }) => (
          <li key={id}>
            <Link href={`/posts/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
