import { pageTexts, t } from '@inkproof/texts/text'
import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { PLACEHOLDER_PAGES } from './placeholders/placeholder-pages.ts'
import { PAGES } from './text/pages.ts'

const textPage = () => import('./text/text.page.tsx')
const litepaper = () => import('./litepaper/litepaper.page.tsx')
const placeholderPage = () => import('./placeholders/placeholder.page.tsx')

export const slice = defineSlice({
  routes: [
    ...PAGES.map(({ path, title }) => ({
      path,
      handle: { title: pageTexts.translate(title) },
      lazy: path === '/litepaper' ? litepaper : textPage,
    })),
    ...Object.entries(PLACEHOLDER_PAGES).map(([path, { title }]) => ({
      path,
      handle: { title },
      lazy: placeholderPage,
    })),
    { path: '/blog', handle: { title: t('Blog') }, lazy: () => import('./blog/blog.page.tsx') },
    { path: '/blog/:id', handle: { title: t('Blog') }, lazy: () => import('./blog/post.page.tsx') },
  ],
  fills: {},
})
