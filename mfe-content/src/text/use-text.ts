import { listPosts, showPage, showPost } from '@inkproof/protocol/calls/content'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { useQuery } from '@tanstack/react-query'

/** Fetches the text of a page. */
export function usePageText(slug: string) {
  return useQuery(queryOf(showPage, { params: { slug } }))
}

/** Fetches the list of posts: all, or those with a tag. */
export function usePosts(tag: string | null) {
  return useQuery(queryOf(listPosts, { query: { tag: tag ?? undefined } }))
}

/** Fetches one post. */
export function usePost(id: string) {
  return useQuery(queryOf(showPost, { params: { id } }))
}
