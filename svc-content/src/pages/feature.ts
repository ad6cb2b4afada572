/** Pages, the blog and its feed. */
import { pageCalls } from '@inkproof/protocol/calls/content'
import type { PostList } from '@inkproof/protocol/content'
import { AppError } from '@inkproof/service-kit/app-error'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { escapeHtml } from '@inkproof/texts/escape-html'
import { inputs } from '../inputs.ts'
import { firstPosts, firstSections } from './beginning.ts'
import { type Library, summaryOf } from './library.ts'
import { rssFeed } from './rss.ts'

export const pagesFeature = defineFeature({
  name: 'pages',
  needs: from(inputs, 'library', 'origin'),
  create: ({ library, origin }) => ({
    calls: implement(pageCalls, {
      showPage: ({ params }) => requireFound(library.pages.get(params.slug)),
      showBeginning: ({ params }) => {
        const page = requireFound(library.pages.get(params.slug))
        return params.part === 'sections' ? firstSections(page.html) : escapeHtml(page.description)
      },
      listPosts: ({ query }) => listPosts(library, query.tag),
      showPostsBeginning: ({ query }) => firstPosts(listPosts(library, query.tag), query.tag),
      showPost: ({ params }) => requireFound(library.posts.find(({ id }) => id === params.id)),
      readFeed: () => rssFeed(origin, library.posts),
    }),
  }),
})

/** @throws AppError PAGE_NOT_FOUND */
function requireFound<Text>(text: Text | undefined): Text {
  if (text === undefined) throw new AppError('PAGE_NOT_FOUND')
  return text
}

function listPosts(library: Library, tag: string | undefined): PostList {
  const tags = new Set(library.posts.flatMap((post) => post.tags))
  const posts = library.posts.filter((post) => tag === undefined || post.tags.includes(tag))
  return { posts: posts.map(summaryOf), tags: [...tags].toSorted() }
}
