import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { Suspense } from 'react';
import { htmlOf } from '../../../../lib/html';
import { pathOf, readContent } from '../../../../lib/quoin';

interface Props {
  readonly params: Promise<{ readonly locale: string; readonly slug: string }>;
}

/** The post in the locale or, where it is not translated, in another one of the chain. */
const readPost = async ({ params }: Props) => {
  const { locale, slug } = await params;
  const query = { locale, slug: decodeURIComponent(slug), alternates: true, limit: 1 };
  const { items, alternates } = await readContent('blog-posts', { ...query, expand: 'content' });
  const [post] = items;
  return post && { post, alternates: alternates[post.id] ?? [] };
};

/** Search engines list the page in its own language, and know the others. */
export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const found = await readPost(props);
  if (found === undefined) return {};
  const languages = found.alternates.map((each) => [each.locale, pathOf(each)] as const);
  return {
    title: found.post.title,
    alternates: { canonical: pathOf(found.post), languages: Object.fromEntries(languages) },
  };
};

export default function Page(props: Props) {
  return (
    <Suspense>
      <Post {...props} />
    </Suspense>
  );
}

async function Post(props: Props) {
  const { locale, slug } = await props.params;
  const { post } = (await readPost(props)) ?? notFound();
  // Any slug of a translation leads here: each post has one address in each locale.
  if (post.slug !== decodeURIComponent(slug)) permanentRedirect(pathOf({ ...post, locale }));
  return (
    <article lang={post.locale}>
      <h1>{post.title}</h1>
      <div dangerouslySetInnerHTML={{ __html: htmlOf(String(post.data.content ?? '')) }} />
    </article>
  );
}
