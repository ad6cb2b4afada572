/** Returns the version of the shell that rendered this page; empty if the page does not name it. */
export function shellVersion(page: Document = document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
}
