import { notFound, permanentRedirect } from 'next/navigation';
import { Suspense } from 'react';
import { htmlOf } from '../../../lib/html';
import { pathOf, readContent } from '../../../lib/quoin';

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
  const slug = decodeURIComponent((await params).slug);
  const expand = 'featuredImage,content';
  const { items, media } = await readContent('blog-posts', { slug, expand });
  const [post] = items;
  if (post === undefined) notFound();
  // A former slug, or another spelling: each post has one address.
  if (post.slug !== slug) permanentRedirect(pathOf(post));
  const image = media[String(post.data.featuredImage)];
  return (
    <article>
      <h1>{post.title}</h1>
      {image && (
        <img src={`${image.url}?w=640`} width={image.width} height={image.height} alt={image.alt} />
      )}
      <div dangerouslySetInnerHTML={{ __html: htmlOf(String(post.data.content ?? '')) }} />
    </article>
  );
}
