/** An entry of a document's contents, from the PDF's bookmarks. */
export type ContentsEntry = {
  title: string
  /** Counts from 1. */
  page: number
  /** 0 for a chapter or a combined file, 1 for a section within it. */
  level: 0 | 1
}

/** A bookmark as pdf.js reads it. `dest` is the name of a destination or the destination itself, which may be invalid. */
export type Bookmark = { title: string; dest: unknown; items: readonly Bookmark[] }

/** A bookmark whose page is not known yet. */
export type UnresolvedEntry = Pick<ContentsEntry, 'title' | 'level'> & { dest: unknown }

/** More entries cannot be read in a menu. */
const MAX_ENTRIES = 200

/** Lists the bookmarks of the first two levels that have a title and lead somewhere, at most 200. */
export function listBookmarks(bookmarks: readonly Bookmark[] | null): UnresolvedEntry[] {
  const chapters = (bookmarks ?? []).slice(0, MAX_ENTRIES)
  return chapters
    .flatMap((chapter) => [
      toEntry(chapter, 0),
      ...chapter.items.slice(0, MAX_ENTRIES).map((section) => toEntry(section, 1)),
    ])
    .filter(({ dest, title }) => title !== '' && dest !== null && dest !== undefined)
    .slice(0, MAX_ENTRIES)
}

function toEntry({ dest, title }: Bookmark, level: 0 | 1): UnresolvedEntry {
  return { title: title.replace(/[\p{Cc}\s]+/gu, ' ').trim(), level, dest }
}
