import type { PublishedSlice, Registry } from '@inkproof/slice/describe'
import { firstSegment } from '../release/check.ts'
import { LIST, listOf, NEUTRAL_PAGE, withSlice } from '../release/live-site.ts'

/** Addresses that the development server answers itself. */
export const CLIENT = '/@dev/client.js'
export const EVENTS = '/@dev/events'

/** Whether a page belongs to the slice, so that the slice renders it. */
export function isPageOf(slice: PublishedSlice, pathname: string): boolean {
  return slice.paths.some((pattern) => firstSegment(pattern) === firstSegment(pathname))
}

/** Returns the address at which to request a page from the gateway: without what belongs to the live version. */
export function gatewayAddress(slice: PublishedSlice | undefined, url: URL): string {
  const isOwnPage = slice !== undefined && isPageOf(slice, url.pathname)
  return isOwnPage ? NEUTRAL_PAGE : url.pathname + url.search
}

/** Returns the text of a registry with the build in place of the live version of the slice. */
export function devRegistry(text: string, slice: PublishedSlice | undefined): string {
  return slice === undefined ? text : listOf(withSlice(JSON.parse(text) as Registry, slice))
}

/**
 * Adds the script that shows errors and reloads the page after a build, and replaces the live version of the slice by its
 * build, if there is one. Returns HTML that is not a page of the shell unchanged.
 */
export function devPage(html: string, slice: PublishedSlice | undefined): string {
  if (!LIST.test(html)) return html
  const client = `<script src="${CLIENT}" data-version="${slice?.version ?? ''}" defer></script>`
  const page = html.replace('</head>', `${client}</head>`)
  return slice === undefined ? page : withoutPreloads(withSliceInList(page, slice), slice)
}

function withSliceInList(html: string, slice: PublishedSlice): string {
  return html.replace(
    LIST,
    (_, start: string, list: string, end: string) => start + devRegistry(list, slice) + end,
  )
}

/** Removes the preload links of the live version. */
function withoutPreloads(html: string, slice: PublishedSlice): string {
  return html.replaceAll(/<link rel="preload"[^>]*>/g, (link) =>
    link.includes(`href="/slices/${slice.package}/`) ? '' : link,
  )
}
