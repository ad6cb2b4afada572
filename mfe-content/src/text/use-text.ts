import type { ContentPage, Post, PostList } from '@inkproof/protocol/content'
import { useQuery } from '@tanstack/react-query'

/** A page's text. */
export function usePageText(slug: string) {
  return useQuery<ContentPage>({ queryKey: [`/api/content/pages/${encodeURIComponent(slug)}`] })
}

/** The blog, all or those with a tag. */
export function usePosts(tag: string | null) {
  const query = tag === null ? '' : `?tag=${encodeURIComponent(tag)}`
  return useQuery<PostList>({ queryKey: [`/api/content/posts${query}`] })
}

/** One post. */
export function usePost(id: string) {
  return useQuery<Post>({ queryKey: [`/api/content/posts/${encodeURIComponent(id)}`] })
}
