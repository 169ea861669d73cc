import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { listItems } from '../../../lib/quoin';

interface Props {
  readonly params: Promise<{ readonly slug: string }>;
}

export default function Page({ params }: Props) {
  return (
    <Suspense>
      <Post params={params} />
    </Suspense>
  );
}

async function Post({ params }: Props) {
  const [post] = await listItems('blog-posts', (await params).slug);
  if (post === undefined) notFound();
  return (
    <article>
      <h1>{post.title}</h1>
      <p>{String(post.data.content)}</p>
    </article>
  );
}
