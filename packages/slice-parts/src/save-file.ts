/** Starts a browser download. `type` applies only to content given as a string. */
export function saveFile(content: Blob | string, name: string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by the end of this delay.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
