import type { NavEntry } from '@inkproof/slice/describe'

/** The frame's HTML before any script has run, with marks for what depends on the released slices and the page. */
export type FrameTemplate = {
  html: string
  /** A link of the navigation: to the current page, and to any other. */
  current: string
  other: string
  /** Shown if a page has no first screen. */
  loading: string
  /** Shown if no slice fills the user menu. */
  loadingMenu: string
}

/** The marks; shell/src/first-screen/first-frame.tsx renders them. */
const MARKS = { nav: '@nav@', content: '@content@', menu: '@menu@' }
/** The mark in `current` and `other` for the link's label. */
const LABEL = '@label@'

/**
 * Splits the rendered frame into its template.
 *
 * @throws Error if a mark is missing
 */
export function templateOf(rendered: string): FrameTemplate {
  const links = rendered.match(/<li>.*?<\/li>/gs) ?? []
  const current = links.find((link) => link.includes('aria-current')) ?? ''
  const other = links.find((link) => !link.includes('aria-current')) ?? ''
  const [loading, loadingMenu] = ['loading', 'loading-menu'].map(
    (name) => new RegExp(`<template id="${name}">(.*?)</template>`, 's').exec(rendered)?.[1] ?? '',
  )
  const html = rendered
    .replaceAll(/<template.*?<\/template>/gs, '')
    .replace(current + other, MARKS.nav)
  const isComplete = Object.values(MARKS).every((mark) => html.split(mark).length === 2)
  const hasLabels = [current, other].every((link) => link.includes(LABEL))
  if (!(isComplete && hasLabels && loading && loadingMenu))
    throw new Error('the rendered frame lacks a mark of its template')
  return { html, current, other, loading, loadingMenu }
}

/** What a page's first screen consists of, besides the frame. The includes are addresses at the gateway, or null. */
export type FirstScreenParts = {
  path: string
  nav: readonly NavEntry[]
  page: string | null
  menu: string | null
}

/** Completes the template for a page. The gateway replaces the includes when it serves the page. */
export function fillTemplate(template: FrameTemplate, parts: FirstScreenParts): string {
  const links = parts.nav.map(({ to, label }) => {
    const link = isCurrent(to, parts.path) ? template.current : template.other
    return link
      .replace(/href="[^"]*"/, () => `href="${escapeHtml(to)}"`)
      .replace(LABEL, () => escapeHtml(label))
  })
  return template.html
    .replace(MARKS.nav, () => links.join(''))
    .replace(MARKS.menu, () => include(parts.menu, 'menu', template.loadingMenu))
    .replace(MARKS.content, () => include(parts.page, 'page', template.loading))
}

/** Returns a server-side include, with what the gateway sends if the included file is missing. */
function include(address: string | null, part: string, fallback: string): string {
  if (address === null) return fallback
  const open = `<div class="contents" data-first="${part}">`
  return `<!--# block name="${part}" -->${fallback}<!--# endblock -->${open}<!--# include virtual="${address}" stub="${part}" --></div>`
}

function isCurrent(to: string, path: string): boolean {
  return path === to || (to !== '/' && path.startsWith(`${to}/`))
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
